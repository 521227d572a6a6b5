import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { currentSchemaVersion, migrate, UnsupportedDatabaseError } from './migrate.ts';
import { compareWithSchema } from './schema-sql.ts';

let database: ReturnType<typeof openDatabase>;
beforeEach(() => {
  database = openDatabase(':memory:');
});
afterEach(() => database.close());

const files = readdirSync(new URL('./migrations/', import.meta.url)).sort();

describe('migrating', () => {
  it('runs every migration once, in the order of their numbers', () => {
    expect(migrate(database)).toEqual(files);
    expect(database.raw.pragma('user_version', { simple: true })).toBe(currentSchemaVersion());
    expect(currentSchemaVersion()).toBe(Number(files.at(-1)?.slice(0, 4)));
    expect(migrate(database)).toEqual([]);
  });

  it('gives each migration a unique number', () => {
    const numbers = files.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(files.length);
  });

  it('refuses a database of newer code and leaves it unchanged', () => {
    migrate(database);
    const newer = currentSchemaVersion() + 1;
    database.raw.pragma(`user_version = ${newer}`);
    expect(() => migrate(database)).toThrow(UnsupportedDatabaseError);
    expect(() => migrate(database)).toThrow(
      `The database has schema version ${newer}, this code knows ${newer - 1}. Start the newer code`,
    );
    expect(database.raw.pragma('user_version', { simple: true })).toBe(newer);
  });

  it.each([
    [1, 0],
    [2, 0],
    [44, 0],
    [1, 0x73697465],
    [8, 0x73697465],
    [44, 0x73697465],
  ])(
    'refuses a development database of version %i with application id %i and leaves its file unchanged',
    (version, applicationId) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'migrate-test-'));
      const file = path.join(folder, 'site.db');
      const old = new BetterSqlite3(file);
      old.pragma('journal_mode = WAL');
      old.exec("CREATE TABLE articles (title TEXT); INSERT INTO articles VALUES ('Kept')");
      old.pragma(`user_version = ${version}`);
      old.pragma(`application_id = ${applicationId}`);
      old.close();
      const before = readFileSync(file);
      const opened = openDatabase(file);
      expect(() => migrate(opened)).toThrow(UnsupportedDatabaseError);
      expect(() => migrate(opened)).toThrow(/make export ALL=site\.tar\.gz.+make import FROM=/);
      opened.close();
      expect(readdirSync(folder)).toEqual(['site.db']);
      expect(readFileSync(file).equals(before)).toBe(true);
      rmSync(folder, { recursive: true });
    },
  );

  /** Applies the first migrations. */
  function migrateTo(version: number): void {
    for (const name of files.slice(0, version)) {
      database.raw.exec(readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8'));
    }
    database.raw.pragma('application_id = 0x73697432');
    database.raw.pragma(`user_version = ${version}`);
  }

  it('gives stored case studies an empty list of their own files', () => {
    migrateTo(7);
    const { raw } = database;
    const studies = [{ title: 'First', images: { a: { width: 1 } } }, { title: 'Second' }];
    raw
      .prepare("INSERT INTO content_files VALUES ('caseStudies', '', ?, 1, NULL)")
      .run(JSON.stringify(studies));
    migrate(database);
    const value = raw.prepare('SELECT value FROM content_files').pluck().get();
    expect(JSON.parse(String(value))).toEqual(studies.map((study) => ({ ...study, files: {} })));
  });

  it('keeps all cross-posts, and schedules those that were planned', () => {
    migrateTo(8);
    const { raw } = database;
    // The article of the rows does not matter.
    raw.pragma('foreign_keys = OFF');
    raw.exec(`INSERT INTO cross_posts (id, public_id, article_id, target, state, remote_id, created_at)
        VALUES (7, 'x', 1, 'dev', 'planned', NULL, 2), (9, 'y', 1, 'linkedin', 'sent', 'z', 3);`);
    migrate(database);
    const posts = raw.prepare('SELECT id, state, remote_id, created_at FROM cross_posts').all();
    expect(posts).toEqual([
      { id: 7, state: 'scheduled', remote_id: null, created_at: 2 },
      { id: 9, state: 'sent', remote_id: 'z', created_at: 3 },
    ]);
    // A new row never gets the ID of a deleted one.
    raw.exec(
      "DELETE FROM cross_posts WHERE id = 9; INSERT INTO cross_posts (public_id, article_id, target, created_at) VALUES ('w', 1, 'medium', 4)",
    );
    expect(raw.prepare('SELECT max(id) FROM cross_posts').pluck().get()).toBe(10);
  });

  it('keeps licence types and limits of redemptions', () => {
    migrateTo(9);
    const { raw } = database;
    // The other rows that these refer to do not matter.
    raw.pragma('foreign_keys = OFF');
    const lines = `[{"product": "a", "sells": "copy", "title": "\\"sells\\":", "files": [{"name": "a.zip"}]},
      {"product": "b", "sells": "seats", "title": "B", "files": []}]`;
    raw.exec(`INSERT INTO products (id, public_id, product_id, slug, title, sells, listed_at, created_at, updated_at)
        VALUES (1, 'a', 'a', 'a', 'A', 'keys', 1, 1, 1);
      INSERT INTO order_lines (order_id, position, product, title, sells, price, quantity, files)
        VALUES (1, 0, 'a', 'A', 'seats', 1, 1, '[]');
      INSERT INTO discounts (id, public_id, code, kind, value, scope, max_uses, max_uses_each, created_at, updated_at)
        VALUES (1, 'a', 'TEN', 'percent', 10, 'all', 5, 2, 1, 1);`);
    raw
      .prepare(
        `INSERT INTO checkouts (public_id, user_id, provider, currency, subtotal, total, lines, fingerprint, buyer,
            seller, tax_line, terms, consented_at, created_at, ends_at)
          VALUES ('a', 1, 'demo', 'EUR', 0, 0, ?, '', '{}', '', '', '', 1, 1, 1)`,
      )
      .run(lines);
    migrate(database);
    const read = (sql: string) => raw.prepare(sql).raw().get();
    expect(read('SELECT licence_type FROM products')).toEqual(['keys']);
    expect(read('SELECT licence_type FROM order_lines')).toEqual(['seats']);
    expect(
      read('SELECT code, max_redemptions, max_redemptions_per_customer FROM discounts'),
    ).toEqual(['TEN', 5, 2]);
    const [stored] = read('SELECT lines FROM checkouts') as [string];
    expect(JSON.parse(stored)).toEqual([
      { product: 'a', licenceType: 'copy', title: '"sells":', files: [{ name: 'a.zip' }] },
      { product: 'b', licenceType: 'seats', title: 'B', files: [] },
    ]);
  });

  it('keeps the limits of the AI helper under their new names', () => {
    migrateTo(9);
    const { raw } = database;
    raw.exec("INSERT INTO settings VALUES ('helper-calls', '5', 1), ('helper-tokens', '6', 2)");
    migrate(database);
    expect(raw.prepare('SELECT key, value, updated_at FROM settings').raw().all()).toEqual([
      ['ai-helper-calls', '5', 1],
      ['ai-helper-tokens', '6', 2],
    ]);
  });

  it('keeps the values of renamed settings, columns and keys', () => {
    migrateTo(12);
    const { raw } = database;
    // The user of the row does not matter.
    raw.pragma('foreign_keys = OFF');
    raw.exec(`INSERT INTO settings VALUES ('connections-per-address', '50', 1), ('mail-about-messages', 'false', 2);
      INSERT INTO content_files VALUES ('blog', '', '{"lead": "A", "byMail": "B"}', 1, NULL);
      INSERT INTO notification_preferences (user_id, kind, in_site, by_mail) VALUES (1, 'like', 0, 1);`);
    migrate(database);
    expect(raw.prepare('SELECT key, value, updated_at FROM settings').raw().all()).toEqual([
      ['connections-per-ip-address', '50', 1],
      ['email-about-messages', 'false', 2],
    ]);
    const blog = raw.prepare('SELECT value FROM content_files').pluck().get();
    expect(JSON.parse(String(blog))).toEqual({ lead: 'A', byEmail: 'B' });
    expect(raw.prepare('SELECT by_email FROM notification_preferences').pluck().get()).toBe(1);
  });

  it('keeps visitors, resolved reports, events and jobs under their new names', () => {
    migrateTo(14);
    const { raw } = database;
    // The other rows that these refer to do not matter.
    raw.pragma('foreign_keys = OFF');
    raw.exec(`INSERT INTO article_views (article_id, day, reader) VALUES (1, 2, 'hash');
      INSERT INTO comment_reports (comment_id, reason, created_at, settled_at) VALUES (1, 'spam', 1, 5);
      INSERT INTO live_events (id, channel, data, created_at) VALUES (7, 'moderation', '{}', 1);
      INSERT INTO jobs (kind, payload, priority, run_at, created_at) VALUES ('share', '{}', 11, 1, 1);`);
    migrate(database);
    const read = (sql: string) => raw.prepare(sql).pluck().get();
    expect(read('SELECT visitor FROM article_views')).toBe('hash');
    expect(read('SELECT resolved_at FROM comment_reports')).toBe(5);
    expect(read('SELECT kind FROM jobs')).toBe('og-images');
    // Servers read on from the last ID.
    raw.exec('DELETE FROM real_time_events');
    const added = `INSERT INTO real_time_events (channel, data, created_at)
      VALUES ('moderation', '{}', 2) RETURNING id`;
    expect(read(added)).toBe(8);
  });

  it('keeps references and indexes valid', () => {
    migrate(database);
    expect(database.raw.pragma('foreign_key_check')).toEqual([]);
    expect(database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});

describe('the schema', () => {
  beforeEach(() => void migrate(database));

  it('is what the migrations create', () => {
    expect(compareWithSchema(database.raw)).toEqual({ statements: [], manual: [] });
  });

  it('generates the tables, columns and indexes that a database lacks', () => {
    database.raw.exec(`DROP TABLE settings; DROP INDEX sessions_user;
      ALTER TABLE sessions DROP COLUMN confirmed_at;
      CREATE INDEX sessions_remember ON sessions (remember)`);
    const { statements, manual } = compareWithSchema(database.raw);
    expect(manual).toEqual([]);
    database.raw.exec(statements.join('\n'));
    expect(compareWithSchema(database.raw)).toEqual({ statements: [], manual: [] });
  });

  it('names the differences that need a hand-written migration', () => {
    database.raw.exec(`CREATE TABLE other (id INTEGER); DROP TABLE leases;
      CREATE TABLE leases (name TEXT, held_until INTEGER) STRICT`);
    expect(compareWithSchema(database.raw).manual).toEqual([
      'leases is STRICT',
      'leases lacks name TEXT PRIMARY KEY',
      'leases lacks holder TEXT NOT NULL',
      'leases lacks held_until INTEGER NOT NULL',
      'leases has name TEXT',
      'leases has held_until INTEGER',
      'other is not in the schema',
    ]);
  });
});
