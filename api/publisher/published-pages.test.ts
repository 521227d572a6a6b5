import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArticleResponse } from '#contracts/article.ts';
import { insertMedia } from '../db/repositories/media.ts';
import { publishDue } from '../services/articles/schedule.ts';
import { type Caller, callerOf, createByApi } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { signedInAs } from '../testing/signed-in-as.ts';
import {
  filesContaining,
  listedSlugs,
  listSiteFiles,
  readSiteFile,
} from '../testing/site-files.ts';
import { createPlainMarkdown } from '../testing/stand-ins.ts';
import { startTestRelease, type TestRelease } from '../testing/test-release.ts';

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

/** Where readers meet an article that is live. */
const surfaces = [
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

const read = (address: string) => readSiteFile(release.siteFolder, address);
const mentions = () => filesContaining(release.siteFolder, 'nmistakable').sort();

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** The script elements that a browser finds in a page. */
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

async function change(id: string, wish: object): Promise<void> {
  const answer = await admin(`PUT /api/articles/${id}`, wish);
  expect(answer.statusCode).toBe(200);
  await release.publish();
}

/** Stores a picture that a cover may be. */
function addCover(): string {
  const { database, config, clock } = test.context;
  const fileName = 'unmistakable-cover.webp';
  mkdirSync(path.join(config.dataFolder, 'uploads'), { recursive: true });
  writeFileSync(path.join(config.dataFolder, 'uploads', fileName), 'a picture');
  const size = { width: 8, height: 8, bytes: 9, mime: 'image/webp', createdAt: clock() };
  insertMedia(database.query, { publicId: 'cover', fileName, sourceHash: 'x', ...size });
  return 'cover';
}

describe('a live article', () => {
  it('is a file at its address, and everywhere readers look for articles', async () => {
    const { _id } = await publish();
    expect(read('/blog/unmistakable-address')).toContain('<h1>Unmistakable heading</h1>');
    expect(read('/blog/unmistakable-address')).toContain('<p>Unmistakable text</p>');
    for (const address of surfaces) {
      expect([address, read(address)?.includes('unmistakable-address')]).toEqual([address, true]);
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

  it('has a twin in markdown with its facts', async () => {
    const { publishedAt } = await publish();
    const twin = read('/blog/unmistakable-address.md') ?? '';
    expect(twin).toMatch(/^---\ntitle: Unmistakable heading\n[\s\S]+\n---\n\nUnmistakable text\n$/);
    expect(twin).toContain(`date: ${publishedAt}`);
    expect(twin).toContain('canonical: http://localhost:3000/blog/unmistakable-address');
  });

  it('says in its head where it is and what it is about', async () => {
    await publish();
    const page = read('/blog/unmistakable-address') ?? '';
    const canonical = 'http://localhost:3000/blog/unmistakable-address';
    expect(page).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(page).toContain('property="og:title" content="Unmistakable heading"');
    expect(page).toContain('"@type":"BlogPosting"');
    expect(page).not.toContain('noindex');
  });

  it('shows an edit everywhere', async () => {
    const { _id } = await publish();
    await change(_id, { title: 'Quite different', markdown: 'Other text', tags: 'shared' });
    expect(read('/blog/unmistakable-address')).toContain('<p>Other text</p>');
    expect(filesContaining(release.siteFolder, 'Unmistakable heading')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'Unmistakable text')).toEqual([]);
    expect(read('/tag/unmistakable-tag')).toBeNull();
    expect(read('/rss.xml')).toContain('Quite different');
  });

  it('with an evil title stays text on every page', async () => {
    const title = `</script><script>alert("evil title")</script>]]>&"'<!--`;
    await publish({ title, series: title, subtitle: title, description: title });
    for (const address of [...surfaces.slice(0, 4), '/blog/unmistakable-address']) {
      const page = read(address);
      expect([address, page?.includes('evil title')]).toEqual([address, true]);
      for (const { type, text } of scriptsOf(page ?? '')) {
        if (type === 'application/ld+json') expect(() => JSON.parse(text)).not.toThrow();
        else expect(text).not.toContain('evil title');
      }
    }
    for (const address of ['/rss.xml', '/atom.xml']) {
      const outsideCdata = read(address)?.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '') ?? '';
      expect(outsideCdata).not.toMatch(/<script|<!--|\]\]>/);
    }
    expect(JSON.parse(read('/feed.json') ?? '').items[0].title).toBe(title);
  });

  it('with control characters in its text breaks no feed', async () => {
    await publish({ markdown: 'Bell\u0007 null\u0000 and \u001b[31mescape\ufffe' });
    for (const address of ['/rss.xml', '/atom.xml', '/sitemap-0.xml']) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
      expect(read(address)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    }
  });

  it('shares its pictures with the release before it is live', async () => {
    await publish({ images: { public_id: addCover() }, imageAlt: 'A cover' });
    expect(read('/blog/unmistakable-address')).toContain('/media/unmistakable-cover.webp');
    expect(listSiteFiles(release.siteFolder).has('media/unmistakable-cover.webp')).toBe(true);
  });
});

describe('what is not live is in no file of the release', () => {
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

  it.each(ways)('after it was %s', async (_what, hide) => {
    await publish({ title: 'Something else', slug: 'something-else', tags: 'shared' });
    const { _id } = await publish({ images: { public_id: addCover() } });
    // Addresses of the past and the id were pages too.
    await change(_id, { slug: 'unmistakable-second' });
    expect(mentions().length).toBeGreaterThan(10);
    await hide(_id);
    expect(filesContaining(release.siteFolder, 'Unmistakable heading')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-address')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-second')).toEqual([]);
    expect(filesContaining(release.siteFolder, 'unmistakable-cover')).toEqual([]);
    expect(filesContaining(release.siteFolder, _id)).toEqual([]);
    // Scripts are called what they are about.
    const names = [...listSiteFiles(release.siteFolder).keys()].filter(
      (name) => !name.startsWith('_assets/'),
    );
    expect(names.filter((name) => name.includes(_id) || /address|second/.test(name))).toEqual([]);
    for (const address of [_id, 'unmistakable-address', 'unmistakable-second']) {
      expect((await guest(`GET /blog/${address}`)).statusCode).toBe(404);
      expect((await guest(`GET /blog/${address}.md`)).statusCode).toBe(404);
    }
  });

  it.each([
    ['a draft', { draft: true }],
    ['a scheduled article', { scheduledDate: '2026-02-01' }],
  ])('when it is %s that nobody has seen, however it is edited', async (_what, fields) => {
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

  it('until its time has come', async () => {
    await publish({ scheduledDate: '2026-01-16' });
    expect(mentions()).toEqual([]);
    test.clock.set(Date.UTC(2026, 0, 16));
    await publishDue(test.context);
    await release.publish();
    for (const address of [...surfaces, '/blog/unmistakable-address']) {
      expect([address, read(address)?.includes('unmistakable')]).toEqual([address, true]);
    }
    expect(read('/feed.json')).toContain('"date_published": "2026-01-16T00:00:00.000Z"');
  });
});

describe('an article that comes back', () => {
  it('from the bin is where it was', async () => {
    const { _id } = await publish();
    const before = read('/blog/unmistakable-address');
    await admin(`DELETE /api/articles/${_id}`);
    await release.publish();
    await admin(`POST /api/articles/${_id}/restore`);
    await release.publish();
    expect(read('/blog/unmistakable-address')).toBe(before);
    for (const address of surfaces) expect(read(address)).toContain('nmistakable');
  });
});

describe('an archived article', () => {
  it('stays at its address with noindex, and leaves lists, feeds, series and sitemap', async () => {
    await publish({ title: 'First part', slug: 'first-part' });
    const { _id } = await publish();
    await change(_id, { archived: true });
    const page = read('/blog/unmistakable-address');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('This article is archived');
    for (const address of [...surfaces, '/blog/first-part']) {
      expect([address, read(address)?.includes('unmistakable-address')]).toEqual([address, false]);
    }
    expect(read('/series/unmistakable-series')).toContain('First part');
    expect((await guest(`GET /blog/${_id}`)).statusCode).toBe(301);
    expect(read('/blog/unmistakable-address.md')).toContain('Unmistakable text');
  });

  it('that was the only one leaves no empty list, and comes back to all of them', async () => {
    const { _id } = await publish();
    await change(_id, { archived: true });
    expect(read('/tag/unmistakable-tag')).toBeNull();
    expect(read('/series/unmistakable-series')).toBeNull();
    expect(read('/sitemap-0.xml')).toBeNull();
    expect(read('/sitemap.xml')).not.toContain('sitemap-0.xml');
    expect(read('/search-index.json')).toBe('{"shards":["/search-index-built.json"]}\n');
    await change(_id, { archived: false });
    for (const address of surfaces) expect(read(address)).toContain('unmistakable-address');
    expect(read('/blog/unmistakable-address')).not.toContain('noindex');
    expect(read('/sitemap.xml')).toContain('sitemap-0.xml');
  });
});

describe('a changed address', () => {
  it('leaves a redirect: a page for dumb hosts, a 301 over HTTP', async () => {
    const { _id } = await publish();
    await change(_id, { slug: 'the-new-address' });
    await change(_id, { slug: 'the-newest-address' });
    for (const former of ['unmistakable-address', 'the-new-address', _id]) {
      const answer = await guest(`GET /blog/${former}?from=elsewhere`);
      expect([former, answer.statusCode]).toEqual([former, 301]);
      expect(answer.headers.location).toBe('/blog/the-newest-address');
      expect(read(`/blog/${former}`)).toContain(
        '<meta http-equiv="refresh" content="0; url=/blog/the-newest-address">',
      );
      expect(read(`/blog/${former}`)).toContain('<meta name="robots" content="noindex">');
    }
    expect(read('/blog/unmistakable-address.md')).toBeNull();
    expect(filesContaining(release.siteFolder, '/blog/unmistakable-address').sort()).toEqual([]);
    expect(listedSlugs(read('/blog') ?? '')).toEqual(['the-newest-address']);
  });

  it('that is changed back is a page again', async () => {
    const { _id } = await publish();
    await change(_id, { slug: 'away' });
    await change(_id, { slug: 'unmistakable-address' });
    expect(read('/blog/unmistakable-address')).toContain('<h1>Unmistakable heading</h1>');
    expect((await guest('GET /blog/away')).headers.location).toBe('/blog/unmistakable-address');
  });

  it('in any alphabet is found, redirected to and linked', async () => {
    const { _id, slug } = await publish({ slug: '', title: 'Über 日本 und 𠀀𠀀' });
    const address = encodeURI(`/blog/${slug}`);
    expect((await guest(`GET ${address}`)).body).toContain('<h1>Über 日本 und 𠀀𠀀</h1>');
    expect((await guest(`GET /blog/${_id}`)).headers.location).toBe(address);
    for (const page of ['/blog', '/sitemap-0.xml', '/rss.xml'])
      expect(read(page)).toContain(address);
  });

  it('as long as the longest title makes it still fits the disk', async () => {
    const { slug } = await publish({ slug: '', title: '𠀀'.repeat(100), tags: '語'.repeat(60) });
    expect(read(`/blog/${slug}`)).toContain('𠀀');
    expect(read(`/blog/${slug}.md`)).toContain('Unmistakable text');
    expect(read(`/tag/${'語'.repeat(60)}`)).toContain('𠀀');
  });
});

describe('the sitemap', () => {
  it('names the built pages that search engines may list, and no shell, account or error page', () => {
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
