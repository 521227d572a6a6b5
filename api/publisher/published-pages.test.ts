import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArticleResponse } from '#contracts/article.ts';
import { insertMedia } from '../db/repositories/media.ts';
import { publishDue } from '../services/articles/publication.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import {
  filesContaining,
  listedSlugs,
  listSiteFiles,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';

let test: TestApp;
let guest: Caller;
let admin: Caller;
let release: TestRelease;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  release = await startTestRelease(test);
  return () => test.close();
});

const secret = {
  title: 'Unmistakable heading',
  slug: 'unmistakable-address',
  subtitle: 'Unmistakable subtitle',
  description: 'Unmistakable description',
  markdown: 'Unmistakable text',
  tags: 'unmistakable-tag,shared',
  series: 'Unmistakable series',
};

/** Paths that show a live article. */
const articlePaths = [
  '/',
  '/blog',
  '/tag/shared',
  '/tag/unmistakable-tag',
  '/series/unmistakable-series',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap-0.xml',
  '/search-index-0.json',
  '/cards/latest.json',
  '/cards/tag/shared.json',
  '/cards/tag/unmistakable-tag.json',
];

const read = (pagePath: string) => readSiteFile(release.siteFolder, pagePath);
const mentions = () => filesContaining(release.siteFolder, 'nmistakable').sort();

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Returns the script elements of a page as parsed by a browser. */
function scriptsOf(html: string): { type: string | undefined; text: string }[] {
  const walk = (node: Node): Element[] => [
    ...(node.nodeName === 'script' ? [node as Element] : []),
    ...('childNodes' in node ? node.childNodes.flatMap(walk) : []),
  ];
  return walk(parse(html)).map((script) => ({
    type: script.attrs.find(({ name }) => name === 'type')?.value,
    text: script.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
  }));
}

async function publish(fields: object = {}): Promise<ArticleResponse> {
  const article = await createByApi(admin, { ...secret, ...fields });
  await release.publish();
  return article;
}

async function change(id: string, input: object): Promise<void> {
  const response = await admin(`PUT /api/articles/${id}`, input);
  expect(response.statusCode).toBe(200);
  await release.publish();
}

/** Stores an image for covers. */
function addCover(): string {
  const { database, config, clock } = test.context;
  const fileName = 'unmistakable-cover.webp';
  mkdirSync(path.join(config.dataFolder, 'uploads'), { recursive: true });
  writeFileSync(path.join(config.dataFolder, 'uploads', fileName), 'an image');
  const size = { width: 8, height: 8, bytes: 9, mime: 'image/webp', createdAt: clock() };
  insertMedia(database.query, { publicId: 'cover', fileName, sourceHash: 'x', ...size });
  return 'cover';
}

describe('a live article', () => {
  it('has a page, and is in lists, feeds, sitemap and search index', async () => {
    const { _id } = await publish();
    expect(read('/blog/unmistakable-address')).toContain('<h1>Unmistakable heading</h1>');
    expect(read('/blog/unmistakable-address')).toContain('<p>Unmistakable text</p>');
    for (const pagePath of articlePaths) {
      expect([pagePath, read(pagePath)?.includes('unmistakable-address')]).toEqual([
        pagePath,
        true,
      ]);
    }
    expect(read('/sitemap.xml')).toContain('/sitemap-0.xml');
    expect(read('/search-index.json')).toBe(
      '{"shards":["/search-index-built.json","/search-index-0.json"]}\n',
    );
    expect(read('/sitemap-pages.xml')).toContain('/tag/unmistakable-tag<');
    expect(read('/sitemap-pages.xml')).toContain('/series/unmistakable-series<');
    expect(read('/blog')).toContain('/tag/unmistakable-tag');
    expect((await guest(`GET /blog/${_id}`)).headers.location).toBe('/blog/unmistakable-address');
  });

  it('has a Markdown copy with front matter', async () => {
    const { publishedAt } = await publish();
    const copy = read('/blog/unmistakable-address.md') ?? '';
    expect(copy).toMatch(/^---\ntitle: Unmistakable heading\n[\s\S]+\n---\n\nUnmistakable text\n$/);
    expect(copy).toContain(`date: ${publishedAt}`);
    expect(copy).toContain('canonical: http://localhost:3000/blog/unmistakable-address');
  });

  it('has metadata in its head', async () => {
    await publish();
    const page = read('/blog/unmistakable-address') ?? '';
    const canonical = 'http://localhost:3000/blog/unmistakable-address';
    expect(page).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(page).toContain('property="og:title" content="Unmistakable heading"');
    expect(page).toContain('"@type":"BlogPosting"');
    expect(page).not.toContain('noindex');
  });

  it('shows an edit on all pages', async () => {
    const { _id } = await publish();
    await change(_id, { title: 'Quite different', markdown: 'Other text', tags: 'shared' });
    expect(read('/blog/unmistakable-address')).toContain('<p>Other text</p>');
    expect(filesContaining(release.siteFolder, 'Unmistakable heading')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'Unmistakable text')).toEqual([]);
    expect(read('/tag/unmistakable-tag')).toBeNull();
    expect(read('/rss.xml')).toContain('Quite different');
  });

  it('has its title escaped on every page', async () => {
    const title = `</script><script>alert("evil title")</script>]]>&"'<!--`;
    await publish({ title, series: title, subtitle: title, description: title });
    for (const pagePath of [...articlePaths.slice(0, 4), '/blog/unmistakable-address']) {
      const page = read(pagePath);
      expect([pagePath, page?.includes('evil title')]).toEqual([pagePath, true]);
      for (const { type, text } of scriptsOf(page ?? '')) {
        if (type === 'application/ld+json') expect(() => JSON.parse(text)).not.toThrow();
        else expect(text).not.toContain('evil title');
      }
    }
    for (const pagePath of ['/rss.xml', '/atom.xml']) {
      const outsideCdata = read(pagePath)?.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '') ?? '';
      expect(outsideCdata).not.toMatch(/<script|<!--|\]\]>/);
    }
    expect(JSON.parse(read('/feed.json') ?? '').items[0].title).toBe(title);
  });

  it('has no control characters in feeds', async () => {
    await publish({ markdown: 'Bell\u0007 null\u0000 and \u001b[31mescape\ufffe' });
    for (const pagePath of ['/rss.xml', '/atom.xml', '/sitemap-0.xml']) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them
      expect(read(pagePath)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    }
  });

  it('has its images in the release before it is live', async () => {
    await publish({ images: { public_id: addCover() }, imageAlt: 'A cover' });
    expect(read('/blog/unmistakable-address')).toContain('/media/unmistakable-cover.webp');
    expect(listSiteFiles(release.siteFolder).has('media/unmistakable-cover.webp')).toBe(true);
  });
});

describe('an article that is not live', () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['unpublished', (id) => change(id, { draft: true })],
    ['scheduled again', (id) => change(id, { scheduledDate: '2026-02-01' })],
    [
      'deleted',
      async (id) => {
        await admin(`DELETE /api/articles/${id}`);
        await release.publish();
      },
    ],
  ];

  it.each(ways)('is in no file after it was %s', async (_what, hide) => {
    await publish({ title: 'Something else', slug: 'something-else', tags: 'shared' });
    const { _id } = await publish({ images: { public_id: addCover() } });
    // Former slugs and the id had redirect pages.
    await change(_id, { slug: 'unmistakable-second' });
    expect(mentions().length).toBeGreaterThan(10);
    await hide(_id);
    expect(filesContaining(release.siteFolder, 'Unmistakable heading')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-address')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-second')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-cover')).toEqual([]);
    expect(filesContaining(release.siteFolder, _id)).toEqual([]);
    // Scripts have names that match.
    const names = [...listSiteFiles(release.siteFolder).keys()].filter(
      (name) => !name.startsWith('_assets/'),
    );
    expect(names.filter((name) => name.includes(_id) || /address|second/.test(name))).toEqual([]);
    for (const name of [_id, 'unmistakable-address', 'unmistakable-second']) {
      expect((await guest(`GET /blog/${name}`)).statusCode).toBe(404);
      expect((await guest(`GET /blog/${name}.md`)).statusCode).toBe(404);
    }
  });

  it.each([
    ['a draft', { draft: true }],
    ['a scheduled article', { scheduledDate: '2026-02-01' }],
  ])('is in no file as %s, also after edits', async (_what, fields) => {
    await createByApi(admin, { title: 'Something else', slug: 'something-else', tags: 'shared' });
    const cover = addCover();
    const { _id } = await publish({ ...fields, images: { public_id: cover } });
    await change(_id, { title: 'Still unmistakable', slug: 'unmistakable-second' });
    await admin(`DELETE /api/articles/${_id}`);
    await admin(`POST /api/articles/${_id}/restore`);
    await release.publish();
    expect(mentions()).toEqual([]);
    expect(read('/blog')).toContain('something-else');
    const fresh = await startTestRelease(test);
    expect(filesContaining(fresh.siteFolder, 'nmistakable')).toEqual([]);
  });

  it('is in no file before its scheduled date', async () => {
    await publish({ scheduledDate: '2026-01-16' });
    expect(mentions()).toEqual([]);
    test.clock.set(Date.UTC(2026, 0, 16));
    await publishDue(test.context);
    await release.publish();
    for (const pagePath of [...articlePaths, '/blog/unmistakable-address']) {
      expect([pagePath, read(pagePath)?.includes('unmistakable')]).toEqual([pagePath, true]);
    }
    expect(read('/feed.json')).toContain('"date_published": "2026-01-16T00:00:00.000Z"');
  });
});

describe('a restored article', () => {
  it('is at its previous URL', async () => {
    const { _id } = await publish();
    const before = read('/blog/unmistakable-address');
    await admin(`DELETE /api/articles/${_id}`);
    await release.publish();
    await admin(`POST /api/articles/${_id}/restore`);
    await release.publish();
    expect(read('/blog/unmistakable-address')).toBe(before);
    for (const pagePath of articlePaths) expect(read(pagePath)).toContain('nmistakable');
  });
});

describe('an archived article', () => {
  it('stays at its URL with noindex, and is removed from lists, feeds, series and sitemap', async () => {
    await publish({ title: 'First part', slug: 'first-part' });
    const { _id } = await publish();
    await change(_id, { archived: true });
    const page = read('/blog/unmistakable-address');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('This article is archived');
    for (const pagePath of [...articlePaths, '/blog/first-part']) {
      expect([pagePath, read(pagePath)?.includes('unmistakable-address')]).toEqual([
        pagePath,
        false,
      ]);
    }
    expect(read('/series/unmistakable-series')).toContain('First part');
    expect((await guest(`GET /blog/${_id}`)).statusCode).toBe(301);
    expect(read('/blog/unmistakable-address.md')).toContain('Unmistakable text');
  });

  it('leaves no empty list, and is added to all lists when it is restored', async () => {
    const { _id } = await publish();
    await change(_id, { archived: true });
    expect(read('/tag/unmistakable-tag')).toBeNull();
    expect(read('/series/unmistakable-series')).toBeNull();
    expect(read('/sitemap-0.xml')).toBeNull();
    expect(read('/sitemap.xml')).not.toContain('sitemap-0.xml');
    expect(read('/search-index.json')).toBe('{"shards":["/search-index-built.json"]}\n');
    await change(_id, { archived: false });
    for (const pagePath of articlePaths) expect(read(pagePath)).toContain('unmistakable-address');
    expect(read('/blog/unmistakable-address')).not.toContain('noindex');
    expect(read('/sitemap.xml')).toContain('sitemap-0.xml');
  });
});

describe('a changed slug', () => {
  it('has a redirect page for static hosts and a 301 over HTTP', async () => {
    const { _id } = await publish();
    await change(_id, { slug: 'the-new-address' });
    await change(_id, { slug: 'the-newest-address' });
    for (const former of ['unmistakable-address', 'the-new-address', _id]) {
      const response = await guest(`GET /blog/${former}?from=elsewhere`);
      expect([former, response.statusCode]).toEqual([former, 301]);
      expect(response.headers.location).toBe('/blog/the-newest-address');
      expect(read(`/blog/${former}`)).toContain(
        '<meta http-equiv="refresh" content="0; url=/blog/the-newest-address">',
      );
      expect(read(`/blog/${former}`)).toContain('<meta name="robots" content="noindex">');
    }
    expect(read('/blog/unmistakable-address.md')).toBeNull();
    expect(filesContaining(release.siteFolder, '/blog/unmistakable-address').sort()).toEqual([]);
    expect(listedSlugs(read('/blog') ?? '')).toEqual(['the-newest-address']);
  });

  it('has a page again after it is changed back', async () => {
    const { _id } = await publish();
    await change(_id, { slug: 'away' });
    await change(_id, { slug: 'unmistakable-address' });
    expect(read('/blog/unmistakable-address')).toContain('<h1>Unmistakable heading</h1>');
    expect((await guest('GET /blog/away')).headers.location).toBe('/blog/unmistakable-address');
  });

  it('in any alphabet is loaded, redirected to and linked', async () => {
    const { _id, slug } = await publish({ slug: '', title: 'Über 日本 und 𠀀𠀀' });
    const pagePath = encodeURI(`/blog/${slug}`);
    expect((await guest(`GET ${pagePath}`)).body).toContain('<h1>Über 日本 und 𠀀𠀀</h1>');
    expect((await guest(`GET /blog/${_id}`)).headers.location).toBe(pagePath);
    for (const page of ['/blog', '/sitemap-0.xml', '/rss.xml'])
      expect(read(page)).toContain(pagePath);
  });

  it('of the longest title is a valid file name', async () => {
    const { slug } = await publish({ slug: '', title: '𠀀'.repeat(100), tags: '語'.repeat(60) });
    expect(read(`/blog/${slug}`)).toContain('𠀀');
    expect(read(`/blog/${slug}.md`)).toContain('Unmistakable text');
    expect(read(`/tag/${'語'.repeat(60)}`)).toContain('𠀀');
  });
});

describe('the sitemap', () => {
  it('lists the indexable built pages without shells, account and error pages', () => {
    const map = read('/sitemap-pages.xml') ?? '';
    const paths = [...map.matchAll(/<loc>http:\/\/localhost:3000(.+?)<\/loc>/g)].map(
      ([, path]) => path,
    );
    for (const path of ['/', '/blog', '/about', '/contact', '/project', '/project/1', '/resume']) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => /^\/(admin|login|register|404|500)/.test(path ?? ''))).toEqual(
      [],
    );
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths)
      expect([path, read(path ?? '')?.includes('noindex')]).toEqual([path, false]);
  });
});
