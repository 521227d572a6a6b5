import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { articleCreateRequest } from '#contracts/article.ts';
import { insertTestUser } from '../../testing/factories.ts';
import { sharedMarkdown } from '../../testing/fakes.ts';
import { openTemporarySite, type TemporarySite } from '../../testing/test-database.ts';
import { changeArticle, createArticle } from '../articles/articles.ts';
import { importMarkdownFolder } from '../import/import-markdown-folder.ts';
import { mediaUrl, storeImage } from '../media/store-image.ts';
import { ExportError, exportMarkdown } from './export-markdown.ts';

const EMAILS = ['one@example.org', 'two@example.org'];
const markdown = sharedMarkdown('http://localhost:3000');
let site: TemporarySite;
let sources: Buffer[];
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 99, sigma: 30 } as const;
  const image = sharp({
    create: { width: 30, height: 20, channels: 3, background: '#808080', noise },
  });
  sources = [await image.clone().png().toBuffer(), await image.clone().jpeg().toBuffer()];
});
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

function openSite(): TemporarySite {
  const opened = openTemporarySite(markdown);
  for (const email of EMAILS) insertTestUser(opened.context.database, { email });
  return opened;
}

function editing(of: TemporarySite) {
  const unused = {
    subscribe: () => () => {},
    liveFolder: () => null,
    renderPreview: async () => null,
    close: async () => {},
  };
  return { ...of.context, publisher: { ...of.context.publisher, ...unused } };
}

/** All data of the owner, and data derived from it, without row ids. */
function contentOf(of: TemporarySite): unknown {
  const { raw } = of.context.database;
  const articles = raw
    .prepare(
      `SELECT a.*, u.email AS author, m.file_name AS cover,
        (SELECT json_group_array(tag ORDER BY position) FROM article_tags WHERE article_id = a.id) AS tags,
        (SELECT json_group_array(c.name ORDER BY position) FROM article_categories
          JOIN categories c ON c.id = category_id WHERE article_id = a.id) AS categories,
        (SELECT json_group_object(slug, created_at ORDER BY slug) FROM former_slugs WHERE article_id = a.id) AS former
      FROM articles a JOIN users u ON u.id = author_id LEFT JOIN media m ON m.id = media_id
      ORDER BY slug`,
    )
    .all() as Record<string, unknown>[];
  const media = `SELECT file_name, width, height, bytes, mime, folder FROM media
    WHERE EXISTS (SELECT 1 FROM articles
      WHERE media_id = media.id OR instr(markdown, '](/media/' || file_name) > 0) ORDER BY file_name`;
  return [
    articles.map((row) => ({ ...row, id: 0, author_id: 0, media_id: 0 })),
    raw.prepare(media).all(),
  ];
}

function readAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), readFileSync(file, 'base64')];
    }),
  );
}

async function images(of: TemporarySite): Promise<string[]> {
  const media = [];
  for (const source of sources) media.push(await storeImage(of.context, source));
  return media.map(mediaUrl);
}

/** Texts for a field of one line, which refuses control characters. */
const text = (maxLength: number) =>
  anyText(maxLength).map((value) => value.replace(/\p{Cc}/gu, ''));
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.lorem({ maxCount: 4 }),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.constantFrom(
      '',
      'null',
      '~',
      '2026-01-01',
      '- x',
      'a: b # c',
      '---',
      'it\'s "so"',
      '%',
      '*x',
    ),
  );
const time = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2026, 0, 14) });

function articles(urls: string[]) {
  const url = fc.constantFrom(...urls);
  const block = fc.oneof(
    text(60),
    fc.constantFrom(
      '---\nx: y\n---',
      '# Headline',
      '\r\n',
      '\uFEFF',
      '```\n![](media/a.png)\n```',
      '[x]: /media/none.png',
    ),
    url.map((at) => `![alt](${at} "title") and [link](<${at}>), [![n](${at})](${at})`),
    url.map((at) => `> <p><img alt='x' src='${at}'>\n> <img src=${at}></p>\n\n\`![](${at})\``),
    url.map(
      (at) => `![ref]\n\n[ref]: ${at} (title)\n\n\t![](${at})\n\n| ![](${at}) | b |\n|-|-|\n`,
    ),
  );
  return fc.record({
    title: text(80).filter((title) => title.trim() !== ''),
    subtitle: text(80),
    description: text(80),
    markdown: fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n')),
    tags: fc.uniqueArray(fc.constantFrom('react', 'nodejs', 'cpp', 'über'), { maxLength: 4 }),
    categories: fc.uniqueArray(fc.constantFrom('Python', 'A, B', 'null', 'C#'), { maxLength: 3 }),
    series: fc.option(text(40)),
    language: fc.constantFrom('en', 'de', 'pt-BR'),
    imageAlt: text(40),
    cover: fc.option(url),
    linkedin: fc.boolean(),
    dev: fc.boolean(),
    medium: fc.boolean(),
    linkedinContent: text(60),
    renamed: fc.boolean(),
    author: fc.constantFrom(1, 2),
    columns: fc.record({
      state: fc.constantFrom(
        'draft',
        'once published draft',
        'live',
        'archived',
        'scheduled',
        'deleted',
      ),
      published: time,
      created: time,
      updated: time,
      views: fc.nat(99_999),
      version: fc.integer({ min: 1, max: 99 }),
    }),
  });
}
type Generated = ReturnType<typeof articles> extends fc.Arbitrary<infer Value> ? Value : never;

async function store(of: TemporarySite, made: Generated): Promise<void> {
  const { cover, renamed, author, columns, ...fields } = made;
  const { raw } = of.context.database;
  const media = raw.prepare('SELECT public_id FROM media WHERE file_name = ?').pluck();
  const publicId = cover && String(media.get(cover.replace('/media/', '')));
  const input = articleCreateRequest.parse({
    ...fields,
    images: publicId ? { public_id: publicId } : null,
  });
  const { article } = await createArticle(editing(of), input, { authorId: author, requestedAt: 0 });
  if (renamed) {
    const change = { slug: `renamed ${article.slug}` };
    await changeArticle(editing(of), article.publicId, change, {
      expectedVersion: null,
      requestedAt: 0,
    });
  }
  const { state, published, created, updated, views, version } = columns;
  const later = of.clock.now() + 3_600_000;
  raw
    .prepare(
      `UPDATE articles SET draft = ?, archived = ?, scheduled_at = ?, published_at = ?, deleted_at = ?,
      created_at = ?, updated_at = ?, views = ?, version = ? WHERE id = ?`,
    )
    .run(
      state.endsWith('draft') || fields.markdown.trim() === '' ? 1 : 0,
      state === 'archived' ? 1 : 0,
      state === 'scheduled' ? later : null,
      state === 'draft' || state === 'scheduled' ? null : published,
      state === 'deleted' ? updated : null,
      created,
      updated,
      views,
      version,
      article.id,
    );
}

const roundTrip = (numRuns: number) => async () => {
  const urls = await images(site);
  await fc.assert(
    fc.asyncProperty(fc.array(articles(urls), { minLength: 1, maxLength: 6 }), async (made) => {
      site.context.database.raw.exec('DELETE FROM articles; DELETE FROM categories');
      for (const one of made) await store(site, one);
      const folder = path.join(site.folder, 'export');
      const report = exportMarkdown(site.context, folder);
      expect(report.articles).toBe(made.length);
      using other = openSite();
      const imported = await importMarkdownFolder(other.context, folder, { authorId: 1 });
      expect(imported.files.filter((file) => file.reason !== null)).toEqual([]);
      expect(contentOf(other)).toEqual(contentOf(site));
      const again = path.join(other.folder, 'again');
      exportMarkdown(other.context, again);
      expect(readAll(again)).toEqual(readAll(folder));
      const twice = await importMarkdownFolder(site.context, folder, { authorId: 1 });
      expect(twice.unchanged).toBe(made.length);
    }),
    { numRuns },
  );
};
const title = 'is imported as the same database content, and exported again as the same bytes';
it(`${title}, in 3 runs`, roundTrip(3));
it(`${title}, in 12 runs`, { tags: ['verify'] }, roundTrip(12));

it('restores its images in an empty media library, byte for byte', async () => {
  const [png, jpg] = await images(site);
  const input = articleCreateRequest.parse({ title: 'A', markdown: `![a](${png}) ![b](${jpg})` });
  await createArticle(editing(site), input, { authorId: 1, requestedAt: 0 });
  const folder = path.join(site.folder, 'export');
  expect(exportMarkdown(site.context, folder)).toEqual({ articles: 1, media: 2, removed: 0 });
  expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toContain(`![a](${png?.slice(1)})`);
  const other = openSite();
  await importMarkdownFolder(other.context, folder, { authorId: 1 });
  expect(contentOf(other)).toEqual(contentOf(site));
  const uploads = (of: TemporarySite) =>
    readAll(path.join(of.context.config.dataFolder, 'uploads'));
  expect(uploads(other)).toEqual(uploads(site));
  other.close();
});

it('updates an earlier export in place and changes no other files', async () => {
  const folder = path.join(site.folder, 'export');
  for (const title of ['A', 'B']) {
    const input = articleCreateRequest.parse({ title, markdown: title });
    await createArticle(editing(site), input, { authorId: 1, requestedAt: 0 });
  }
  exportMarkdown(site.context, folder);
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  site.context.database.raw.exec("DELETE FROM articles WHERE slug = 'b'");
  expect(exportMarkdown(site.context, folder).removed).toBe(1);
  expect(Object.keys(readAll(folder)).sort()).toEqual(['a.md', 'export.json', 'notes.txt']);
});

it('rejects a folder with files of others', async () => {
  const folder = path.join(site.folder, 'export');
  const input = articleCreateRequest.parse({ title: 'A', markdown: 'A' });
  exportMarkdown(site.context, folder);
  await createArticle(editing(site), input, { authorId: 1, requestedAt: 0 });
  writeFileSync(path.join(folder, 'a.md'), 'mine');
  expect(() => exportMarkdown(site.context, folder)).toThrow(ExportError);
  expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('mine');
});
