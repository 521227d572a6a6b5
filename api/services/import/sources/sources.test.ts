import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findArticleBySlug } from '../../../db/hot/articles.ts';
import { ghostExport } from '../../../testing/archives/ghost.ts';
import {
  devToArticles,
  devToExport,
  mediumExport,
  packZip,
  type ZipEntry,
} from '../../../testing/archives/zip-archives.ts';
import { insertTestArticle, insertTestUser } from '../../../testing/factories.ts';
import { sharedMarkdown } from '../../../testing/fakes.ts';
import { findProblems } from '../../../testing/payloads.ts';
import { openTemporarySite, type TemporarySite } from '../../../testing/test-database.ts';
import { importFrom } from '../import-from.ts';
import type { ImportedFile, ImportReport } from '../import-result.ts';
import { kindOfArchive } from './archive-files.ts';

const markdown = sharedMarkdown('http://localhost:3000');
let site: TemporarySite;
let authorId: number;
let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
beforeEach(() => {
  site = openTemporarySite(markdown);
  authorId = insertTestUser(site.context.database).id;
});
afterEach(() => site.close());

function lay(name: string, content: Buffer | string): string {
  const file = path.join(site.folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const layZip = (entries: ZipEntry[]) => lay('export.zip', packZip(entries));

/** Imports a file, and returns its findings and the result of each post by name. */
async function run(file: string, options: { force?: boolean; dryRun?: boolean } = {}) {
  const found: string[] = [];
  const kind = await kindOfArchive(file);
  if (kind === 'gzip') throw new Error('not for this test');
  const report = await importFrom(site.context, file, kind, {
    authorId,
    ...options,
    onFound: (errorText) => void found.push(errorText),
  });
  const posts = new Map(report.files.map((post) => [post.file, post]));
  const of = (name: string): ImportedFile => {
    const post = posts.get(name);
    if (!post) throw new Error(`nothing was told of ${name}: ${[...posts.keys()].join(', ')}`);
    return post;
  };
  return { report, found: found.join('\n'), of };
}

function article(slug: string | null) {
  const found = slug === null ? null : findArticleBySlug(site.context.database, slug);
  if (!found) throw new Error(`there is no article ${slug}`);
  return found;
}

const counts = ({ created, updated, unchanged, skipped }: ImportReport) => ({
  created,
  updated,
  unchanged,
  skipped,
});

describe('a Ghost export', () => {
  const layGhost = () => lay('ghost.json', JSON.stringify(ghostExport(site.clock.now())));

  it('becomes articles with fields, states and dates', async () => {
    const { report, found, of } = await run(layGhost());
    expect(found).toBe('This is a Ghost export with 11 posts.');
    expect(counts(report)).toEqual({ created: 9, updated: 0, unchanged: 0, skipped: 2 });
    expect(article('rendered')).toMatchObject({
      title: 'Rendered',
      description: 'In short.',
      tags: ['sqlite', 'cpp'],
      categories: ['SQLite'],
      state: 'live',
      publishedAt: Date.UTC(2023, 3, 5, 6, 7, 8),
      updatedAt: Date.UTC(2023, 4, 6, 7, 8, 9),
    });
    const states = Object.fromEntries(
      ['later', 'far', 'sketch', 'members', 'about'].map((slug) => [slug, article(slug).state]),
    );
    expect(states).toEqual({
      later: 'scheduled',
      far: 'draft',
      sketch: 'draft',
      members: 'draft',
      about: 'draft',
    });
    expect(of('members').notes.join()).toContain('“paid”; imported as a draft');
    expect(of('about').notes.join()).toContain('a page, not a post');
    expect(of('far').notes.join()).toContain('more than 3 months ahead');
    expect(of('bad').reason).toBe('This is not a valid Ghost export: title is wrong.');
    expect(of('torn').reason).toContain('unknown Ghost format');
    expect(of('rendered').notes.join('\n')).toContain('ignored: Ben.');
  });

  it('is converted from rendered HTML, with notes about omitted content', async () => {
    const { of } = await run(layGhost());
    expect(
      article('rendered').markdown,
    ).toBe(`Ghost makes **HTML** of it, with a [link within](/blog/lexical) and [one beside](/blog/about).

## Code

\`\`\`typescript
const queue: Job[] = [];
queue.push({ id: 1 });
\`\`\`

*A belt*

*The belt at night*

[SQLite Home Page](https://sqlite.org/)

> [!NOTE]
>
> 💡 Mind the **gap**.

**Why?**

Because.

<https://www.youtube.com/watch?v=dQw4w9WgXcQ>

| Job | State |
| - | - |
| 1 | done |
`);
    const notes = of('rendered').notes.join('\n');
    for (const note of [
      'Injected code was ignored.',
      'A bookmark card became a link: https://sqlite.org/',
      'A collapsible section stays expanded.',
      'An embedded frame became a link: https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'A sign-up form was ignored.',
      'The cover is not in the file: /content/images/2023/04/cover.png',
      'An image is not in the file and was ignored: /content/images/size/w1000/2023/04/belt.png',
    ]) {
      expect(notes).toContain(note);
    }
  });

  it('is read in each text format', async () => {
    const { of } = await run(layGhost());
    expect(article('lexical').markdown).toBe(`Lexical has **bold**, *italic* and \`code()\`\\
[a link](https://example.org/x)

## A heading

1. one
   - inner
2. two

> Said someone

\`\`\`sql
SELECT 1;
-- \`done\`
\`\`\`

---

*A belt*

*By day*

| a | b |
| - | - |
| 1 | 2 |

[B](https://example.org/b)

> [!NOTE]
>
> 👀 Look
`);
    expect(of('lexical').notes.join('\n')).toContain('A card of type “transistor” was ignored.');
    expect(article('mobiledoc').markdown).toBe(`Mobiledoc, *leaning*\\
[linked](https://example.org/m)

## Below

- first
- second

\`\`\`python
print("hi")
\`\`\`

<https://vimeo.com/1>

---
`);
    expect(article('old-notes').markdown).toContain('# Notes\n\nText with `code` and\n\n```js');
    expect(of('old-notes').notes).toEqual([
      'The canonical URL https://old.example.com/notes was ignored; the article here is canonical.',
      'The article has no image: readers see a generated cover until you upload one.',
    ]);
  });

  it('includes images of the ZIP file with their captions', async () => {
    const file = layZip([
      { name: 'backup/data/export.json', content: JSON.stringify(ghostExport(site.clock.now())) },
      { name: 'backup/content/images/2023/04/belt.png', content: png },
      { name: 'backup/content/images/2023/04/cover.png', content: png },
    ]);
    await run(file);
    const rendered = article('rendered');
    expect(rendered.mediaFile).toMatch(/\.png$/);
    expect(rendered.imageAlt).toBe('A cover');
    expect(rendered.markdown).toContain(
      `![A belt](/media/${rendered.mediaFile} "The belt at night")`,
    );
    expect(rendered.html).toContain('<figcaption>The belt at night</figcaption>');
  });
});

describe('a Medium export', () => {
  it('becomes articles, and responses to others become drafts', async () => {
    const { found, report, of } = await run(layZip(mediumExport()));
    expect(found).toBe('This is a Medium export with 5 posts.');
    expect(counts(report)).toMatchObject({ created: 5, skipped: 0 });
    const story = article('a-queue-that-forgets-nothing');
    expect(story).toMatchObject({
      title: 'A queue that forgets nothing',
      subtitle: 'What a crash taught me',
      tags: ['sqlite', 'software-engineering'],
      publishedAt: Date.UTC(2024, 2, 2, 8, 15, 30, 123),
      state: 'live',
    });
    expect(
      story.markdown,
    ).toBe(`![Boxes on a belt](https://cdn-images-1.medium.com/max/800/1*queue.png)

*Photo by [Jo](https://unsplash.example/@jo)*

It is **not enough** to write *things* down, says \`fsync()\`. See [its page](https://sqlite.org/wal.html).

## The table

\`\`\`sql
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  state TEXT
);
\`\`\`

### In short

- write first
- do **then**

> Nothing is done until it is written.

<https://www.youtube.com/watch?v=dQw4w9WgXcQ>

<https://gist.github.com/ada/0123456789abcdef0123456789abcdef>

[The outbox](https://example.org/outbox)

---

Thank you for reading.
`);
    expect(article('half-a-thought').state).toBe('draft');
    expect(article('i-agree-with-this').state).toBe('draft');
    expect(of('posts/2024-05-05_Published-elsewhere-111122223333.html').notes).toEqual([
      'The canonical URL https://engineering.example.com/published-elsewhere was ignored; the article here is canonical.',
      'The article has no image: readers see a generated cover until you upload one.',
    ]);
  });

  it('contains no executable content after a hostile post', async () => {
    await run(layZip(mediumExport()));
    const { html, markdown: text } = article('a-bad-day');
    expect(html).toContain('Words stay.');
    expect(findProblems(html)).toEqual([]);
    expect(html).not.toMatch(/<(?:script|img|svg|iframe|math|style)/i);
    expect(text).not.toMatch(/\]\(\s*java/i);
  });

  it('is detected from a single page, too', async () => {
    const [post] = mediumExport().filter(({ name }) => name.includes('forgets'));
    const { found } = await run(lay('post.html', String(post?.content)));
    expect(found).toBe('This is a Medium export with one post.');
  });
});

describe('a dev.to export', () => {
  it('becomes articles, without cross-posts of this site', async () => {
    insertTestArticle(site.context.database, { authorId, slug: 'ours', title: 'Elsewhere Ours' });
    const { found, report, of } = await run(layZip(devToExport(site.context.config.siteUrl)));
    expect(found).toBe('This is a dev.to export with 7 posts.');
    expect(counts(report)).toMatchObject({ created: 5, skipped: 2 });
    expect(of('ours-3e3e').reason).toBe('This is a copy of an article of this site: /blog/ours.');
    expect(of('broken').reason).toContain('body_markdown');
    expect(article('the-second-part')).toMatchObject({
      series: 'Testing in threes',
      tags: ['javascript', 'testing'],
      markdown: 'The older editor keeps its fields *here*.\n',
      publishedAt: Date.UTC(2024, 1, 11, 10, 30),
      createdAt: Date.UTC(2024, 0, 10, 9),
    });
    expect(article('not-yet').state).toBe('draft');
    expect([article('weekly').markdown, article('weekly-2').markdown]).toEqual([
      'Week one.',
      'Week two.',
    ]);
  });

  it('has embeds converted to links, except in code', async () => {
    const file = lay('articles.json', JSON.stringify(devToArticles('https://else.example')));
    const { of } = await run(file);
    const { markdown: text } = article('embeds-and-more');
    expect(text).toContain('<https://github.com/sindresorhus/awesome>');
    expect(text).toContain('<https://www.youtube.com/watch?v=dQw4w9WgXcQ>');
    expect(text).toContain('**More of it**\nHeld **inside**.');
    expect(text).toContain('{% if page.title %}{{ page.title }}{% endif %}');
    expect(text).toContain('`{% comment %}`');
    const notes = of('embeds-and-more-4k2a').notes.join('\n');
    expect(notes).toContain('{% poll 42 %} is specific to dev.to');
    expect(notes).toContain('The cover is not in the file: https://media2.dev.to/');
    expect(notes).toContain('An external image was kept as a link');
  });
});

describe('importing an export again', () => {
  it('creates no duplicates, follows changes there and keeps changes here', async () => {
    const articles = devToArticles('https://else.example') as Record<string, unknown>[];
    const lays = () => lay('articles.json', JSON.stringify(articles));
    await run(lays());
    const again = await run(lays());
    expect(counts(again.report)).toEqual({ created: 0, updated: 0, unchanged: 6, skipped: 1 });

    const [first, second] = articles;
    Object.assign(first ?? {}, { body_markdown: 'New.', edited_at: '2025-01-01T00:00:00.000Z' });
    Object.assign(second ?? {}, { body_markdown: 'Also new.' });
    site.context.database.raw.exec(
      `UPDATE articles SET title = 'Mine', updated_at = ${site.clock.now()} WHERE slug = 'the-second-part'`,
    );
    const third = await run(lays());
    expect(counts(third.report)).toEqual({ created: 0, updated: 1, unchanged: 4, skipped: 2 });
    expect(article('embeds-and-more').markdown).toBe('New.');
    expect(third.of('the-second-part-1bcd').reason).toContain('edited here since');
    expect(article('the-second-part').title).toBe('Mine');
  });

  it('recognises a dev.to draft after its publication', async () => {
    const articles = devToArticles('https://else.example') as Record<string, unknown>[];
    const draft = articles.filter(({ title }) => title === 'Not yet');
    const lays = () => lay('articles.json', JSON.stringify(draft));
    await run(lays());
    const published_at = '2025-02-02T10:00:00.000Z';
    Object.assign(draft[0] ?? {}, {
      published: true,
      published_at,
      path: '/ada_writes/not-yet-9f9f',
    });
    expect(counts((await run(lays())).report)).toMatchObject({ created: 0, updated: 1 });
    expect(article('not-yet')).toMatchObject({ state: 'live', title: 'Not yet' });
    expect(counts((await run(lays())).report)).toMatchObject({ created: 0, unchanged: 1 });
  });

  it('keeps an article with the same title from elsewhere unless forced', async () => {
    const file = lay('articles.json', JSON.stringify(devToArticles('https://else.example')));
    insertTestArticle(site.context.database, { authorId, slug: 'not-yet', title: 'Not yet' });
    insertTestArticle(site.context.database, { authorId, slug: 'ours', title: 'Something else' });
    const { of } = await run(file);
    expect(of('not-yet-temp-slug-8812').reason).toContain('already exists: /blog/not-yet');
    expect(of('ours-3e3e')).toMatchObject({ outcome: 'created', slug: 'ours-2' });
    expect(of('ours-3e3e').notes).toContain('The slug ours belongs to another article here.');
  });

  it('can be previewed without changes', async () => {
    const file = lay('ghost.json', JSON.stringify(ghostExport(site.clock.now())));
    const changes = () =>
      site.context.database.raw.prepare('SELECT total_changes()').pluck().get() as number;
    const before = changes();
    const { report } = await run(file, { dryRun: true });
    expect(counts(report)).toEqual({ created: 9, updated: 0, unchanged: 0, skipped: 2 });
    expect(changes()).toBe(before);
  });
});

describe('an invalid archive', () => {
  const honest = { name: 'articles.json', content: JSON.stringify(devToArticles('https://x.y')) };
  const link = { name: 'posts/link.html', content: '/etc/passwd', mode: 0o120777 };
  it.each<[string, () => Buffer | string, RegExp]>([
    [
      'a name that leads out',
      () => packZip([honest, { name: '../x.json' }]),
      /invalid relative path/,
    ],
    ['a name from the root', () => packZip([honest, { name: '/etc/x.json' }]), /absolute path/],
    [
      'a bomb',
      () => packZip([honest, { name: 'big.json', content: Buffer.alloc(30_000_000) }]),
      /expands to more than 200 times/,
    ],
    [
      'a size that is not true',
      () => packZip([{ name: 'articles.json', content: 'x'.repeat(900_000), claimedSize: 10 }]),
      /ZIP file cannot be read/,
    ],
    [
      '100,000 entries',
      () => packZip(Array.from({ length: 100_000 }, (_, at) => ({ name: `posts/${at}.html` }))),
      /has 100000 entries/,
    ],
    ['one that is cut short', () => packZip([honest]).subarray(0, -60), /ZIP file cannot be read/],
    ['one without anything', () => packZip([]), /Unknown file type/],
    ['text', () => 'Hello', /Unknown file type/],
    [
      'a broken document',
      () => packZip([{ name: 'a.json', content: '{"db":[' }]),
      /incomplete or not valid JSON/,
    ],
    [
      'bytes that are no text',
      () => packZip([{ name: 'a.json', content: Buffer.from([0xff, 0xfe]) }]),
      /not UTF-8 text/,
    ],
  ])('is rejected: %s', async (_, make, errorText) => {
    await expect(run(lay('archive', make()))).rejects.toThrow(errorText);
    expect(site.context.database.raw.prepare('SELECT count(*) FROM articles').pluck().get()).toBe(
      0,
    );
  });

  it('with symbolic links is imported without them, with a note', async () => {
    const { found, report } = await run(layZip([honest, link]));
    expect(found).toContain('posts/link.html is a symbolic link');
    expect(report.created).toBeGreaterThan(0);
  });
});
