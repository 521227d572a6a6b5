import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findArticleBySlug } from '../../db/hot/articles.ts';
import { insertTestUser } from '../../testing/factories.ts';
import { sharedMarkdown } from '../../testing/fakes.ts';
import { openTemporarySite, type TemporarySite } from '../../testing/test-database.ts';
import { changeArticle } from '../articles/articles.ts';
import { deleteArticle } from '../articles/publication.ts';
import { importMarkdownFolder } from './import-markdown-folder.ts';

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

const blog = () => path.join(site.folder, 'blog');
function lay(files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(blog(), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Imports and tells the outcome of each file in a line: `a.md created a`. */
async function run(options: { force?: boolean } = {}): Promise<string[]> {
  const report = await importMarkdownFolder(site.context, blog(), { authorId, ...options });
  return report.files.map(({ file, outcome, slug, reason }) => {
    return `${file} ${outcome} ${slug ?? reason}`;
  });
}

function article(slug: string) {
  const found = findArticleBySlug(site.context.database, slug);
  if (!found) throw new Error(`there is no article ${slug}`);
  return found;
}

const change = { expectedVersion: null, requestedAt: 0 };
const publisher = () => ({
  ...site.context.publisher,
  subscribe: () => () => {},
  liveFolder: () => null,
  renderPreview: async () => null,
  close: async () => {},
});
const editing = () => ({ ...site.context, publisher: publisher() });

describe('plain Markdown', () => {
  it('takes title, description and text from the document', async () => {
    lay({ 'readme.md': 'Badge\n\n# Hello *there*\n\nIt says things.\n\n## More\n' });
    expect(await run()).toEqual(['readme.md created hello-there']);
    expect(article('hello-there')).toMatchObject({
      title: 'Hello there',
      subtitle: '',
      description: 'Badge',
      markdown: 'Badge\n\nIt says things.\n\n## More\n',
      state: 'live',
      publishedAt: site.clock.now(),
      language: 'en',
      tags: [],
    });
    expect(site.wakes).toHaveLength(1);
  });

  it('uses the name of the file or folder as a last resort', async () => {
    lay({ '2026-01-02-first-steps.md': 'Text.', 'deep/in-here/README.markdown': 'Text.' });
    expect(await run()).toEqual([
      '2026-01-02-first-steps.md created first-steps',
      'deep/in-here/README.markdown created in-here',
    ]);
  });

  it('keeps a heading that is not the title', async () => {
    lay({ 'a.md': '---\ntitle: Other\n---\n# Headline\n' });
    await run();
    expect(article('other').markdown).toBe('# Headline\n');
  });

  it('skips hidden folders, node_modules and other file types', async () => {
    lay({ '.git/a.md': 'x', 'node_modules/p/README.md': 'x', 'a.txt': 'x', 'b.md': '# B\n\nx' });
    expect(await run()).toEqual(['b.md created b']);
  });
});

describe('importing a folder again', () => {
  it('changes nothing, also for files with the same title', async () => {
    const files = {
      'a.md': '# Same\n\nA',
      'b.md': '# Same\n\nB',
      'c.md': '---\nslug: same\n---\nC',
    };
    lay(files);
    expect(await run()).toEqual([
      'a.md created same',
      'b.md created same-2',
      'c.md created same-3',
    ]);
    expect(await run()).toEqual(
      Object.keys(files).map((file, at) => `${file} unchanged same${at ? `-${at + 1}` : ''}`),
    );
    rmSync(path.join(blog(), 'a.md'));
    expect(await run()).toEqual(['b.md unchanged same-2', 'c.md unchanged same-3']);
  });

  it('updates changed fields and keeps omitted ones', async () => {
    lay({ 'a.md': '---\ndate: 2026-01-01\n---\n# A\n\nOne' });
    await run();
    await changeArticle(
      editing(),
      article('a').publicId,
      { tags: ['mine'], subtitle: 'Mine', description: 'D' },
      change,
    );
    expect(await run()).toEqual(['a.md unchanged a']);
    lay({ 'a.md': '---\ndate: 2026-01-02\n---\n# A\n\nTwo' });
    expect(await run()).toEqual(['a.md updated a']);
    const after = article('a');
    expect(after).toMatchObject({ markdown: 'Two', tags: ['mine'], subtitle: 'Mine', version: 3 });
    expect(after.html).toContain('Two');
    expect(after.publishedAt).toBe(Date.UTC(2026, 0, 2));
  });

  it('keeps newer edits unless forced', async () => {
    lay({ 'a.md': '---\nupdated: 2026-01-10\n---\n# A\n\nOne' });
    await run();
    await changeArticle(
      editing(),
      article('a').publicId,
      { markdown: 'Here', subtitle: 'S' },
      change,
    );
    expect(await run()).toEqual([
      'a.md skipped The article has been edited here since the export. Use FORCE=1 to overwrite it.',
    ]);
    expect(await run({ force: true })).toEqual(['a.md updated a']);
    expect(article('a').markdown).toBe('One');
  });

  it('keeps articles in the bin', async () => {
    lay({ 'a.md': '# A\n\nOne' });
    await run();
    await deleteArticle(editing(), article('a').publicId, 0);
    expect((await run())[0]).toMatch(/^a.md skipped .*bin/);
  });

  it('finds an article whose slug was changed', async () => {
    lay({ 'a.md': '# A\n\nOne' });
    await run();
    await changeArticle(editing(), article('a').publicId, { slug: 'b', subtitle: 'S' }, change);
    expect(await run()).toEqual(['a.md unchanged b']);
  });
});

describe('state and dates', () => {
  it.each([
    ['draft: true', 'draft', null],
    ['draft: true\ndate: 2025-01-01', 'draft', Date.UTC(2025, 0, 1)],
    ['published: false', 'draft', null],
    ['archived: true\ndate: 2025-01-01', 'archived', Date.UTC(2025, 0, 1)],
    ['date: 2026-02-01', 'scheduled', null],
    ['scheduled: 2026-01-15T18:00Z', 'scheduled', null],
    ['scheduled: 2026-01-02', 'live', Date.UTC(2026, 0, 2)],
    ['deleted: 2026-01-02\ndate: 2026-01-01', 'deleted', Date.UTC(2026, 0, 1)],
  ])('%s', async (yaml, state, publishedAt) => {
    lay({ 'a.md': `---\ntitle: A\n${yaml}\n---\nText` });
    await run();
    expect(article('a')).toMatchObject({ state, publishedAt });
    const jobs = site.context.database.raw.prepare('SELECT count(*) FROM jobs').pluck().get();
    expect(jobs).toBe(state === 'live' || state === 'archived' ? 1 : 0);
    expect(await run()).toEqual(['a.md unchanged a']);
  });

  it('rejects a date beyond the scheduling window', async () => {
    lay({ 'a.md': '---\ndate: 2027-01-01\n---\nText' });
    expect(await run()).toEqual(['a.md skipped The date is more than 3 months ahead.']);
  });
});

describe('files that cannot be imported', { tags: ['topic'] }, () => {
  it('are skipped with a reason while the others are imported', async () => {
    lay({
      'binary.md': Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x00]),
      'broken.md': '---\ntags: [a\n---\nx',
      'deep.md': `# Deep\n\n${'>'.repeat(10_000)} x`,
      'empty.md': '',
      'good.md': '# Good\n\nText.',
      'huge.md': 'x'.repeat(1_200_000),
      'only-matter.md': '---\ntitle: No text\n---\n',
    });
    const lines = await run();
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'binary.md skipped',
      'broken.md skipped',
      'deep.md skipped',
      'empty.md skipped',
      'good.md created',
      'huge.md skipped',
      'only-matter.md skipped',
    ]);
    for (const line of lines.filter((text) => text.includes('skipped'))) {
      expect(line).toMatch(/skipped [A-Z].*\.$/s);
    }
  });

  it('imports text that needs a lenient parser', async () => {
    lay({ 'tangled.md': `# Tangled\n\n${'[a](b '.repeat(3000)}` });
    expect(await run()).toEqual(['tangled.md created tangled']);
  });
});

describe('images', () => {
  it('are imported from every Markdown syntax, and code samples stay unchanged', async () => {
    const body = [
      '![one](img/a.png "Title")',
      '[![thumb](<img/a.png>)](./img/a.png)',
      'And ![ref][x] > <img alt="a > b" src="img/a%20b.png" width=3>',
      '- list\n\n  > <p><img src=img/a.png></p>',
      '`![code](img/a.png)`',
      '```md\n![code](img/a.png)\n```',
      '![far](https://example.org/a.png) ![data](data:image/png;base64,xx)',
      '[page](other.md) [missing](img/none.png) ![missing](img/none.png?raw=true)',
      '[x]: img/a.png',
    ].join('\n\n');
    lay({
      'a.md': `---\ntitle: A\nimage: img/a.png\nimageAlt: Red\n---\n${body}`,
      'img/a.png': png,
      'img/a b.png': png,
    });
    const report = await importMarkdownFolder(site.context, blog(), { authorId });
    expect(report.files[0]?.notes).toEqual(['img/none.png?raw=true: file not found.']);
    const { mediaFile, markdown: stored, html, imageAlt, mediaWidth } = article('a');
    const address = `/media/${mediaFile}`;
    expect([imageAlt, mediaWidth]).toEqual(['Red', 8]);
    expect(stored).toBe(
      body
        .split('\n\n')
        .map((block) =>
          /^(`|!\[far|\[page)/.test(block)
            ? block
            : block.replace(/(\.\/)?img\/a(%20b)?\.png/g, address),
        )
        .join('\n\n'),
    );
    expect(html).toContain(`src="${address}"`);
    expect(html).toContain('width="8"');
    expect(await run()).toEqual(['a.md unchanged a']);
  });

  it('are imported only from the folder and a media folder beside it', async () => {
    mkdirSync(path.join(site.folder, 'media'));
    mkdirSync(path.join(site.folder, 'private'));
    for (const name of ['media/ok.png', 'private/no.png', 'no.png']) {
      writeFileSync(path.join(site.folder, name), png);
    }
    lay({
      'a.md':
        '![](../media/ok.png) ![](../no.png) ![](../private/no.png) ![](link.png) ![](dir/no.png) ![](/root.png) ![](../../../../../../etc/hostname)',
      'root.png': png,
    });
    symlinkSync(path.join(site.folder, 'private/no.png'), path.join(blog(), 'link.png'));
    symlinkSync(path.join(site.folder, 'private'), path.join(blog(), 'dir'));
    const report = await importMarkdownFolder(site.context, blog(), { authorId });
    expect(article('a').markdown).toMatch(
      /^!\[\]\(\/media\/\w+\.png\) !\[\]\(\.\.\/no\.png\) !\[\]\(\.\.\/private\/no\.png\) !\[\]\(link\.png\) !\[\]\(dir\/no\.png\) !\[\]\(\/media\/\w+\.png\) /,
    );
    expect(
      report.files[0]?.notes.filter((note) => note.includes('.png') || note.includes('etc')),
    ).toHaveLength(5);
  });

  it('that are invalid are noted, and the article is imported without them', async () => {
    lay({ 'a.md': '# A\n\n![](fake.png)', 'fake.png': '<script>alert(1)</script>' });
    const report = await importMarkdownFolder(site.context, blog(), { authorId });
    expect(report.files[0]?.notes).toEqual([
      'fake.png: The file is not an image that can be read. Ignored.',
      'The article has no image: readers see a generated cover until you upload one.',
    ]);
    expect(article('a').markdown).toBe('![](fake.png)');
  });
});

it('follows no symbolic links to files or folders', async () => {
  writeFileSync(path.join(site.folder, 'secret.md'), '# Secret\n\nx');
  lay({ 'good.md': '# Good\n\nx' });
  symlinkSync(path.join(site.folder, 'secret.md'), path.join(blog(), 'leak.md'));
  symlinkSync(site.folder, path.join(blog(), 'loop'));
  expect(await run()).toEqual([
    'leak.md skipped Symbolic links are ignored.',
    'good.md created good',
  ]);
});
