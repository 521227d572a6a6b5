import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { create, extract } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { claimLease } from '../../db/hot/jobs.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { BackupError } from './backup-contents.ts';
import { createBackupFile } from './make-backup.ts';
import { RestoreError, restoreBackup } from './restore-backup.ts';
import { completeRestore, swapData } from './swap-data.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const noHolderEnded = { now: NOW, holderHasEnded: () => false };
let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-backup-'));
  data = path.join(folder, 'var');
  mkdirSync(data);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const databaseFile = (dataFolder = data) => path.join(dataFolder, 'site.db');

/** A data folder with a row, an upload, a key, and a release that is live. */
function layData(dataFolder = data): void {
  mkdirSync(path.join(dataFolder, 'uploads', 'products'), { recursive: true });
  mkdirSync(path.join(dataFolder, 'secrets'), { mode: 0o700 });
  mkdirSync(path.join(dataFolder, 'releases', '1', 'site'), { recursive: true });
  symlinkSync('releases/1/site', path.join(dataFolder, 'live'));
  writeFileSync(path.join(dataFolder, 'uploads', 'a.png'), 'picture');
  writeFileSync(path.join(dataFolder, 'uploads', '.half.png.tmp'), 'half');
  writeFileSync(path.join(dataFolder, 'uploads', 'products', 'b.zip'), 'product');
  writeFileSync(path.join(dataFolder, 'secrets', 'master.key'), 'key', { mode: 0o600 });
  const database = openMigrated(databaseFile(dataFolder));
  const authorId = insertTestUser(database).id;
  insertTestArticle(database, { authorId, title: 'Kept' });
  database.raw.exec(`
    INSERT INTO media (public_id, file_name, source_hash, width, height, bytes, mime, created_at)
      VALUES ('m', 'a.png', 'h', 1, 1, 7, 'image/png', 0), ('n', 'lost.png', 'i', 1, 1, 7, 'image/png', 0);
    INSERT INTO releases (build_id, schema_version, state, created_at) VALUES ('b', 1, 'live', 0);
    INSERT INTO pages VALUES (1, 1, '/', 'page', 7, 0);
    INSERT INTO page_dependencies VALUES (1, 'list:latest', 1);`);
  database.close();
}

/** Hashes of all rows that a backup contains. */
function rowHashes(file: string): string[] {
  const database = openDatabase(file);
  const tables = database.raw
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'
        AND name NOT IN ('leases', 'releases', 'pages', 'page_dependencies') ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  const hashes = tables.flatMap((table) =>
    database.raw
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) =>
        createHash('sha256')
          .update(`${table}${JSON.stringify(row)}`)
          .digest('hex'),
      ),
  );
  database.close();
  return hashes.sort();
}

const titles = (dataFolder = data) => {
  const database = openDatabase(databaseFile(dataFolder));
  const found = database.raw.prepare('SELECT title FROM articles ORDER BY id').pluck().all();
  database.close();
  return found;
};

describe('a backup', () => {
  it('is one private file that restores the data, clears pages and keeps the previous data', async () => {
    layData();
    const before = rowHashes(databaseFile());
    const backup = await createBackupFile(data, NOW);
    expect(path.basename(backup.file)).toBe('2026-11-21T12-00-00Z.tar.gz');
    expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    expect(backup.manifest).toMatchObject({
      counts: { articles: 1, users: 1, media: 2 },
      missing: ['lost.png'],
    });
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);

    const database = openDatabase(databaseFile());
    database.raw.exec("UPDATE articles SET title = 'Changed'");
    database.close();
    writeFileSync(path.join(data, 'uploads', 'later.png'), 'later');

    const { aside } = await restoreBackup(data, backup.file, noHolderEnded);
    expect(rowHashes(databaseFile())).toEqual(before);
    expect(readdirSync(path.join(data, 'uploads')).sort()).toEqual(['a.png', 'products']);
    expect(readFileSync(path.join(data, 'uploads/products/b.zip'), 'utf8')).toBe('product');
    expect(statSync(path.join(data, 'secrets/master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(data).sort()).toEqual([
      'backups',
      path.basename(aside ?? ''),
      'secrets',
      'site.db',
      'uploads',
    ]);
    expect(titles(aside ?? '')).toEqual(['Changed']);
    expect(existsSync(path.join(aside ?? '', 'live'))).toBe(true);
    const restored = openDatabase(databaseFile());
    expect(
      restored.raw
        .prepare(
          'SELECT (SELECT count(*) FROM releases) + (SELECT count(*) FROM page_dependencies)',
        )
        .pluck()
        .get(),
    ).toBe(0);
    restored.close();
  });

  it('does not send emails again that were queued when it was created', async () => {
    layData();
    const database = openDatabase(databaseFile());
    for (const [id, state] of ['queued', 'sending', 'sent', 'failed'].entries()) {
      database.raw.exec(`INSERT INTO emails (public_id, kind, recipient, subject, message_id, state,
        priority, run_at, retry_until, created_at) VALUES ('${id}', 'account', 'a@example.org', '',
        '', '${state}', 1, 0, 0, 0)`);
    }
    database.close();
    const backup = await createBackupFile(data, NOW);
    await restoreBackup(data, backup.file, noHolderEnded);
    const restored = openDatabase(databaseFile());
    const states = restored.raw.prepare('SELECT state FROM emails ORDER BY id').pluck().all();
    restored.close();
    expect(states).toEqual(['unknown', 'unknown', 'sent', 'failed']);
  });

  const waitingRows = () => {
    const database = openDatabase(databaseFile());
    const select = (sql: string) => database.raw.prepare(sql).raw().all();
    const rows = {
      crossPosts: select('SELECT target, state, next_at IS NULL FROM cross_posts ORDER BY id'),
      newsletters: select('SELECT article_id, written_at IS NULL FROM newsletters ORDER BY id'),
    };
    database.close();
    return rows;
  };
  function layWaitingRows(): void {
    layData();
    const database = openDatabase(databaseFile());
    for (const state of ['scheduled', 'sending', 'sent', 'cancelled']) {
      const { id } = insertTestArticle(database, { authorId: 1, draft: true, publishedAt: null });
      database.raw.exec(`
        INSERT INTO cross_posts (public_id, article_id, target, state, created_at)
          VALUES ('d${id}', ${id}, 'dev', '${state}', 1), ('l${id}', ${id}, 'linkedin', '${state}', 1);
        INSERT INTO newsletters (public_id, article_id, requested_at, started_at)
          VALUES ('n${id}', ${id}, 1, ${state === 'sent' ? 1 : 'NULL'});`);
    }
    database.close();
  }

  it('does not repeat cross-posts and newsletters that waited when it was created', async () => {
    layWaitingRows();
    const { file } = await createBackupFile(data, NOW);
    await restoreBackup(data, file, noHolderEnded);
    expect(waitingRows()).toEqual({
      crossPosts: [
        // dev.to is searched for the article before it is posted.
        ['dev', 'unknown', 0],
        ['linkedin', 'unknown', 1],
        ['dev', 'unknown', 0],
        ['linkedin', 'unknown', 1],
        ['dev', 'sent', 1],
        ['linkedin', 'sent', 1],
        ['dev', 'cancelled', 1],
        ['linkedin', 'cancelled', 1],
      ],
      newsletters: [[4, 0]],
    });
  });

  it('does not stop cross-posts and newsletters of a replica, which is a second old', async () => {
    layWaitingRows();
    const before = waitingRows();
    const replica = path.join(folder, 'replica.db');
    cpSync(databaseFile(), replica);
    const fetchDatabase = async (file: string) => cpSync(replica, file);
    await restoreBackup(data, null, { ...noHolderEnded, fetchDatabase });
    expect(waitingRows()).toEqual({
      ...before,
      newsletters: [
        [2, 1],
        [3, 1],
        [4, 0],
        [5, 1],
      ],
    });
  });

  it('can be restored to a new instance', async () => {
    layData();
    const { file } = await createBackupFile(data, NOW);
    const elsewhere = path.join(folder, 'new', 'var');
    expect((await restoreBackup(elsewhere, file, noHolderEnded)).aside).toBeNull();
    expect(titles(elsewhere)).toEqual(['Kept']);
  });

  it.each([null, 'correct horse battery staple'])(
    'needs free space for its copies and its archive (key: %s)',
    async (key) => {
      layData();
      mkdirSync(path.join(data, 'content', 'media'), { recursive: true });
      const bytes = 1_048_576;
      writeFileSync(path.join(data, 'content', 'media', 'film.mp4'), Buffer.alloc(bytes));
      const needed = (key === null ? 2 : 3) * (bytes + statSync(databaseFile()).size) + 256 * bytes;
      const target = path.join(folder, 'single');
      const createWith = (free: number) =>
        createBackupFile(data, NOW, target, { key, freeBytes: async () => free });
      await expect(createWith(needed)).rejects.toThrow('of free disk space');
      expect(readdirSync(target)).toEqual([]);
      await createWith(needed + 1000);
    },
  );

  it('is not written if the trial restore fails', async () => {
    layData();
    const database = openDatabase(databaseFile());
    database.raw.pragma('foreign_keys = OFF');
    database.raw.exec('DELETE FROM users');
    database.close();
    const target = path.join(folder, 'single');
    const failed = createBackupFile(data, NOW, target);
    await expect(failed).rejects.toThrow(/trial restore failed.+rows that refer to nothing/);
    expect(readdirSync(target)).toEqual([]);
  });

  it('requires a database, and does not overwrite another backup', async () => {
    await expect(createBackupFile(data, NOW)).rejects.toThrow(BackupError);
    layData();
    const first = await createBackupFile(data, NOW);
    expect((await createBackupFile(data, NOW)).file).not.toBe(first.file);
  });
});

describe('a backup during writes', () => {
  /** Writes a row with its parts and its file, again and again, until it is stopped. */
  const writer = `
    import { writeFileSync } from 'node:fs';
    import { openDatabase } from '${import.meta.dirname}/../../db/database.ts';
    const [data] = process.argv.slice(2);
    const database = openDatabase(data + '/site.db');
    for (let n = 0; ; n += 1) {
      const name = process.pid + '-' + n + '.png';
      writeFileSync(data + '/uploads/' + name, 'image ' + name);
      await database.write(() => database.raw.exec(\`
        INSERT INTO media (public_id, file_name, source_hash, width, height, bytes, mime, created_at)
          VALUES ('\${name}', '\${name}', '\${name}', 1, 1, 1, 'image/png', 0);
        INSERT INTO articles (public_id, author_id, title, markdown, html, slug, draft, published_at, media_id, created_at, updated_at)
          VALUES ('\${name}', 1, '\${name}', 'x', 'x', '\${name}', 0, 1, last_insert_rowid(), 1, 1);
        INSERT INTO article_tags (article_id, position, tag) SELECT max(id), 0, 'one' FROM articles;
        INSERT INTO jobs (kind, payload, article_id, run_at, created_at) SELECT 'publish', '{}', max(id), 1, 1 FROM articles;\`));
      if (n === 20) process.stdout.write('writing');
    }`;

  it('contains complete transactions, unchanged rows and all files they refer to', {
    tags: ['verify'],
  }, async () => {
    layData();
    const script = path.join(folder, 'writer.ts');
    writeFileSync(script, writer);
    const child = spawn(process.execPath, [script, data], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    const backups = [];
    for (let drill = 0; drill < 3; drill += 1)
      backups.push(await createBackupFile(data, NOW + drill));
    child.kill('SIGKILL');
    await ended;
    const live = new Set(rowHashes(databaseFile()));
    for (const [drill, backup] of backups.entries()) {
      const target = path.join(folder, `restored-${drill}`);
      await restoreBackup(target, backup.file, noHolderEnded);
      expect(rowHashes(databaseFile(target)).filter((hash) => !live.has(hash))).toEqual([]);
      const database = openDatabase(databaseFile(target), { readonly: true });
      const count = (sql: string) =>
        Number(database.raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get());
      expect(count('articles')).toBe(backup.manifest.counts.articles);
      expect(count('articles')).toBeGreaterThan(1);
      expect([count('article_tags'), count('jobs'), count('media') - 2]).toEqual(
        Array(3).fill(count('articles') - 1),
      );
      const named = database.raw
        .prepare("SELECT file_name FROM media WHERE file_name <> 'lost.png'")
        .pluck()
        .all() as string[];
      for (const name of named) expect(existsSync(path.join(target, 'uploads', name))).toBe(true);
      database.close();
    }
  });
});

describe('a restore', () => {
  const sum = () => readdirSync(data, { recursive: true }).sort();

  async function expectRefusal(file: string, errorMessage: RegExp): Promise<void> {
    const before = [sum(), rowHashes(databaseFile())];
    await expect(restoreBackup(data, file, noHolderEnded)).rejects.toThrow(RestoreError);
    await expect(restoreBackup(data, file, noHolderEnded)).rejects.toThrow(errorMessage);
    expect([sum(), rowHashes(databaseFile())]).toEqual(before);
  }

  it('is refused if the file is missing, incomplete or changed', async () => {
    layData();
    const { file } = await createBackupFile(data, NOW, folder);
    const bytes = readFileSync(file);
    await expectRefusal(path.join(folder, 'none.tar.gz'), /There is no file/);
    const damaged = path.join(folder, 'damaged.tar.gz');
    for (const length of [0, 100, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(damaged, bytes);
      truncateSync(damaged, length);
      await expectRefusal(damaged, /was not restored, and nothing was changed\. .+\.$/s);
    }
    for (let at = 20; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      writeFileSync(damaged, changed);
      await expectRefusal(damaged, /was not restored/);
    }
  });

  const names = [
    'manifest.json',
    'site.db',
    'uploads/a.png',
    'uploads/products/b.zip',
    'secrets/master.key',
  ];

  /** Creates a backup, and unpacks, changes and packs it again. */
  async function repack(packed: string[], change: (unpacked: string) => void = () => {}) {
    const { file } = await createBackupFile(data, NOW, folder);
    const unpacked = path.join(folder, 'unpacked');
    mkdirSync(unpacked, { recursive: true });
    await extract({ file, cwd: unpacked });
    change(unpacked);
    const archive = path.join(folder, 'packed.tar.gz');
    await create({ cwd: unpacked, file: archive, gzip: true, preservePaths: true }, packed);
    return archive;
  }

  it('is refused if contents and manifest differ', async () => {
    layData();
    await restoreBackup(path.join(folder, 'ok'), await repack(names), noHolderEnded);
    await expectRefusal(await repack(names.slice(0, 3)), /contents do not match the manifest/);
    await expectRefusal(await repack(names.slice(1)), /does not start with its manifest/);
    await expectRefusal(await repack(['manifest.json', 'uploads', ...names.slice(1)]), /entry/);
    await expectRefusal(
      await repack([...names, 'site.db']),
      /entry that does not belong in a backup/,
    );
    const other = await repack(names, (at) => writeFileSync(`${at}/uploads/a.png`, 'another'));
    await expectRefusal(other, /uploads\/a.png in it is damaged/);
    const more = await repack([...names, 'more'], (at) => writeFileSync(`${at}/more`, ''));
    await expectRefusal(more, /do not match/);
    const outside = await repack([...names, '../damaged'], (at) => {
      writeFileSync(`${at}/../damaged`, 'x');
    });
    await expectRefusal(outside, /do not match/);
    const link = await repack(names, (at) => {
      rmSync(`${at}/uploads/a.png`);
      symlinkSync('/etc/hostname', `${at}/uploads/a.png`);
    });
    await expectRefusal(link, /entry that does not belong in a backup/);
  });

  it('is refused if the manifest names a file outside', async () => {
    layData();
    const packed = await repack(names, (at) => {
      const file = `${at}/manifest.json`;
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('"uploads/a.png"', '"uploads/../../a.png"'));
    });
    await expectRefusal(packed, /does not start with its manifest/);
  });

  it.each([
    ['a newer version', 'user_version = 9999', /schema version 9999/],
    ['development version 44', 'user_version = 44; PRAGMA application_id = 0', /make export ALL=/],
    [
      'development version 8',
      'user_version = 8; PRAGMA application_id = 0x73697465',
      /make export/,
    ],
  ])('is refused for a backup of %s', async (_what, pragmas, reason) => {
    layData();
    const packed = await repack(names, (at) => {
      const file = databaseFile(at);
      const database = openDatabase(file);
      database.raw.exec(`PRAGMA ${pragmas}`);
      database.close();
      const manifest = JSON.parse(readFileSync(`${at}/manifest.json`, 'utf8'));
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      const bytes = statSync(file).size;
      manifest.files = manifest.files.map((entry: { name: string }) =>
        entry.name === 'site.db' ? { ...entry, sha256, bytes } : entry,
      );
      writeFileSync(`${at}/manifest.json`, JSON.stringify(manifest));
    });
    await expectRefusal(packed, reason);
  });

  it('is refused while the database is open or another machine holds the lease', async () => {
    layData();
    const { file } = await createBackupFile(data, NOW, folder);
    const running = openDatabase(databaseFile());
    running.raw.prepare('SELECT count(*) FROM articles').get();
    await expect(restoreBackup(data, file, noHolderEnded)).rejects.toThrow(/is in use/);
    const lease = {
      name: 'publisher',
      holder: 'far/1/x',
      now: NOW,
      until: NOW + 5000,
      ended: () => false,
    };
    claimLease(running, lease);
    running.close();
    await expect(restoreBackup(data, file, noHolderEnded)).rejects.toThrow(/is in use/);
    await restoreBackup(data, file, { ...noHolderEnded, holderHasEnded: () => true });
    expect(titles()).toEqual(['Kept']);
  });

  it('is done if forced', async () => {
    layData();
    const { file } = await createBackupFile(data, NOW, folder);
    const running = openDatabase(databaseFile());
    running.raw.exec("UPDATE articles SET title = 'Changed'");
    await restoreBackup(data, file, { ...noHolderEnded, force: true });
    running.close();
    expect(titles()).toEqual(['Kept']);
  });

  it('replaces a damaged database', async () => {
    layData();
    const { file } = await createBackupFile(data, NOW, folder);
    writeFileSync(databaseFile(), 'garbage');
    appendFileSync(databaseFile(), Buffer.alloc(5000, 7));
    await restoreBackup(data, file, noHolderEnded);
    expect(titles()).toEqual(['Kept']);
  });
});

it('completes a restore that was interrupted after any step', async () => {
  layData();
  const incoming = path.join(data, '.restore-x');
  layData(incoming);
  for (const name of ['releases', 'live']) rmSync(path.join(incoming, name), { recursive: true });
  const database = openDatabase(databaseFile(incoming));
  database.raw.exec("UPDATE articles SET title = 'Restored'; PRAGMA journal_mode = DELETE");
  database.close();
  const begun = path.join(folder, 'begun');
  cpSync(data, begun, { recursive: true, verbatimSymlinks: true });
  await swapData(data, { incoming: '.restore-x', aside: 'before' });
  const marker = JSON.stringify({
    incoming: '.restore-x',
    aside: 'before',
    coming: ['site.db', 'uploads', 'secrets'],
  });
  const steps = [
    'site.db>before',
    '.restore-x/site.db>',
    'uploads>before',
    '.restore-x/uploads>',
    'secrets>before',
    '.restore-x/secrets>',
    'live>before',
    'releases>before',
  ];
  for (let done = 0; done <= steps.length; done += 1) {
    const stopped = path.join(folder, `stopped-${done}`);
    cpSync(begun, stopped, { recursive: true, verbatimSymlinks: true });
    writeFileSync(path.join(stopped, 'restore-under-way.json'), marker);
    mkdirSync(path.join(stopped, 'before'), { recursive: true });
    for (const step of steps.slice(0, done)) {
      const [from = '', to = ''] = step.split('>');
      cpSync(path.join(stopped, from), path.join(stopped, to, path.basename(from)), {
        recursive: true,
        verbatimSymlinks: true,
      });
      rmSync(path.join(stopped, from), { recursive: true });
    }
    expect(await completeRestore(stopped)).toBe(true);
    expect(await completeRestore(stopped)).toBe(false);
    expect(readdirSync(stopped, { recursive: true }).sort()).toEqual(
      readdirSync(data, { recursive: true }).sort(),
    );
    expect([titles(stopped), titles(path.join(stopped, 'before'))]).toEqual([
      ['Restored'],
      ['Kept'],
    ]);
    rmSync(stopped, { recursive: true });
  }
});
