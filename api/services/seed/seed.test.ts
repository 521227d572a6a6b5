import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { upsertSetting } from '../../db/repositories/site.ts';
import { insertTestUser } from '../../testing/factories.ts';
import { sharedMarkdown } from '../../testing/fakes.ts';
import { openTemporarySite, type TemporarySite } from '../../testing/test-database.ts';
import { importMarkdownFolder } from '../import/import-markdown-folder.ts';
import { productFilesFolder } from '../products/product-files.ts';
import { seedDemo } from './seed.ts';

const markdown = sharedMarkdown('http://localhost:3000');
let site: TemporarySite;
beforeEach(() => {
  site = openTemporarySite(markdown);
  site.clock.set(Date.UTC(2026, 10, 21, 12));
});
afterEach(() => site.close());

const all = <Row>(sql: string) => site.context.database.raw.prepare(sql).all() as Row[];

/** Sample members comment on some of the articles, and cannot sign in. */
function expectSampleComments(): void {
  const now = site.clock.now();
  const comments = all<{ at: number; published: number; parentAt: number | null; guest: number }>(
    `SELECT c.created_at AS at, a.published_at AS published, p.created_at AS parentAt,
        c.guest IS NOT NULL AS guest
      FROM comments c JOIN articles a ON a.id = c.article_id LEFT JOIN comments p ON p.id = c.parent_id
      WHERE c.state = 'published'`,
  );
  expect(comments.length).toBeGreaterThanOrEqual(8);
  expect(comments.length).toBeLessThanOrEqual(14);
  expect(comments.filter(({ guest }) => guest)).toHaveLength(1);
  expect(comments.filter(({ parentAt }) => parentAt !== null).length).toBeGreaterThan(2);
  for (const { at, published, parentAt } of comments) {
    expect(at).toBeGreaterThan(parentAt ?? published);
    expect(at).toBeLessThan(now);
  }
  const days = new Set(comments.map(({ at }) => Math.floor((now - at) / 86_400_000)));
  expect(days.size).toBeGreaterThan(4);
  expect(all('SELECT 1 FROM comments WHERE likes > 0').length).toBeGreaterThan(3);
  const html = all<{ html: string }>('SELECT html FROM comments').map((row) => row.html);
  for (const part of ['<pre', '<a href="https', '<em>', '<strong>']) {
    expect([part, html.some((text) => text.includes(part))]).toEqual([part, true]);
  }
  expect(
    all(`SELECT DISTINCT title, status, password_hash AS hash, email_confirmed_at AS confirmed,
      substr(email, instr(email, '@')) AS domain FROM users WHERE id > 1`),
  ).toEqual([
    {
      title: 'Sample member',
      status: 'active',
      hash: '!',
      confirmed: null,
      domain: '@sample.invalid',
    },
  ]);
}

/** The shop has something of each category, all of it for sale, with images and files that are whole. */
function expectShop(): void {
  const products = all<{ category: string; images: number; html: string }>(
    `SELECT c.name AS category, p.html,
        (SELECT count(*) FROM product_images shown WHERE shown.product_id = p.id) AS images
      FROM products p JOIN categories c ON c.id = p.category_id WHERE p.state = 'live'`,
  );
  expect(products.length).toBeGreaterThanOrEqual(12);
  expect(new Set(products.map(({ category }) => category))).toEqual(new Set(['Software', 'Books']));
  expect(products.filter(({ images, html }) => images === 0 || html === '')).toEqual([]);
  const files = all<{ stored: string; bytes: number; sha256: string }>(
    'SELECT stored, bytes, sha256 FROM product_file_versions',
  );
  expect(files.length).toBe(products.length);
  for (const { stored, bytes, sha256 } of files) {
    const file = path.join(productFilesFolder(site.context.config.dataFolder), stored);
    const content = readFileSync(file);
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
}

it('imports the sample articles and comments once, with the name of the profile', {
  tags: ['topic'],
}, async () => {
  const report = await seedDemo(site.context);
  expect(report.files.filter(({ reason }) => reason !== null)).toEqual([]);
  // One sample article shows the cover pattern of a missing image.
  expect(report.files.flatMap(({ notes }) => notes)).toEqual([
    'The article has no image: readers see a generated cover until you upload one.',
  ]);
  expect(report.created).toBeGreaterThanOrEqual(14);
  expect(all('SELECT name, status, password_hash AS hash, role FROM users WHERE id = 1')).toEqual([
    { name: 'Maren Halvard', status: 'placeholder', hash: '!', role: 0 },
  ]);
  expect(
    all("SELECT 1 FROM articles WHERE state <> 'live' OR media_id IS NULL AND image_alt <> ''"),
  ).toEqual([]);
  expectSampleComments();
  expectShop();
  site.context.database.raw.exec(
    "UPDATE articles SET title = 'Mine' WHERE id = 1; DELETE FROM articles WHERE id > 1",
  );
  expect((await seedDemo(site.context)).files).toEqual([]);
  expect(all('SELECT title FROM articles')).toEqual([{ title: 'Mine' }]);
  expect(all('SELECT 1 FROM comments WHERE article_id > 1')).toEqual([]);
});

it('completes an interrupted import without duplicates', { tags: ['verify'] }, async () => {
  const { database } = site.context;
  const authorId = insertTestUser(database, { role: 1 }).id;
  const folder = path.join(import.meta.dirname, '..', '..', '..', 'content', 'articles');
  let rest = 3;
  const killed = importMarkdownFolder(site.context, folder, {
    authorId,
    onFile: () => {
      rest -= 1;
      if (rest === 0) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  await database.write((query) => upsertSetting(query, 'seeded', 'begun', 0));
  const report = await seedDemo(site.context);
  expect([report.unchanged, report.skipped]).toEqual([3, 0]);
  expect(all<{ slug: string }>("SELECT slug FROM articles WHERE slug GLOB '*-2'")).toEqual([]);
  expect(all('SELECT DISTINCT author_id AS id FROM articles')).toEqual([{ id: authorId }]);
  const commentCount = all('SELECT 1 FROM comments').length;
  expect(commentCount).toBeGreaterThan(0);
  await seedDemo(site.context);
  expect(all('SELECT 1 FROM comments')).toHaveLength(commentCount);
});

it('imports nothing into a database with articles, or if samples are turned off', async () => {
  const { context } = site;
  const none = { ...context, config: { ...context.config, seed: 'none' as const } };
  expect((await seedDemo(none)).files).toEqual([]);
  const authorId = insertTestUser(context.database).id;
  await importMarkdownFolder(context, path.join(import.meta.dirname, '..', '..', 'publisher'), {
    authorId,
  });
  expect((await seedDemo(context)).files).toEqual([]);
});

it('uses no future dates if the clock is behind', { tags: ['verify'] }, async () => {
  site.clock.set(Date.UTC(2024, 5, 1));
  await seedDemo(site.context);
  const [newest] = all<{ at: number; states: number }>(
    'SELECT max(published_at) AS at, count(DISTINCT state) AS states FROM articles',
  );
  expect(newest?.states).toBe(1);
  expect(newest?.at).toBeLessThanOrEqual(site.clock.now());
  expect(newest?.at).toBeGreaterThan(site.clock.now() - 2 * 86_400_000);
});
