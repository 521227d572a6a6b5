import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIST_PAGE_SIZE } from '../db/hot/list-pages.ts';
import { changeArticle, createArticle } from '../services/articles/articles.ts';
import { deleteArticle, restoreArticle } from '../services/articles/publication.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestImage, insertTestUser } from '../testing/factories.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import {
  listedSlugs,
  listSiteFiles,
  pagerLinks,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';
import { getSiteContent } from './owner-content.ts';
import { loadPage, releasePaths, remainingPaths } from './page-table.ts';

interface Site extends TestApp {
  release: TestRelease;
  authorId: number;
}

async function openSite(): Promise<Site> {
  const test = await buildTestApp({ markdown: createPlainMarkdown() });
  const authorId = insertTestUser(test.context.database).id;
  insertTestImage(test.context.database);
  return { ...test, authorId, release: await startTestRelease(test) };
}

const options = { expectedVersion: null, requestedAt: 0 };

/** Stores a live article, published `minutesAgo`. @returns its public id */
async function write(
  site: Site,
  minutesAgo: number,
  tags: string[] = [],
  categories: string[] = [],
): Promise<string> {
  const text = { title: 'Note', subtitle: 'Short', description: 'Short', markdown: 'Text' };
  const input = { ...text, images: { public_id: 'cover' }, tags, categories };
  const publishedAt = site.clock.now() - minutesAgo * 60_000;
  const { article } = await createArticle(
    site.context,
    { ...input, draft: false },
    { authorId: site.authorId, requestedAt: 0, publishedAt },
  );
  return article.publicId;
}

/** Follows the links of a list from its head to its oldest page. @returns the slugs of each page */
function readChain(site: Site, base: string): string[][] {
  const pages: string[][] = [];
  let pagePath: string | null = base;
  let newer: string | null = null;
  const linkedPaths = new Set<string>();
  while (pagePath !== null) {
    expect(linkedPaths).not.toContain(pagePath);
    linkedPaths.add(pagePath);
    const page = readSiteFile(site.release.siteFolder, pagePath);
    if (page === null) {
      expect([base, pagePath, pages.length]).toEqual([base, 'a path of a page', 0]);
      break;
    }
    const links = pagerLinks(page);
    expect([pagePath, links.newer]).toEqual([pagePath, newer]);
    pages.push(listedSlugs(page));
    newer = pagePath;
    pagePath = links.older;
  }
  const numbered = [...listSiteFiles(site.release.siteFolder).keys()].filter((name) =>
    name.startsWith(`${base.slice(1)}/page/`),
  );
  expect(numbered.map((name) => `/${name.replace('/index.html', '')}`).sort()).toEqual(
    [...linkedPaths].filter((path) => path !== base).sort(),
  );
  return pages;
}

/** Returns the slugs of a list according to the database, newest first. */
const expected = (site: Site, tag?: string, category?: string): string[] =>
  site.context.database.raw
    .prepare<[], string>(
      `SELECT slug FROM articles WHERE state = 'live' ${
        tag ? `AND id IN (SELECT article_id FROM article_tags WHERE tag = '${tag}')` : ''
      } ${
        category
          ? `AND id IN (SELECT ac.article_id FROM article_categories ac
              JOIN categories c ON c.id = ac.category_id WHERE c.name = '${category}')`
          : ''
      } ORDER BY published_at DESC, id DESC`,
    )
    .pluck()
    .all() as unknown as string[];

/** Checks that each article is on exactly one page, newest first, and that pages have the right size. */
function checkList(site: Site, base: string, tag?: string, category?: string): void {
  const wanted = expected(site, tag, category);
  if (wanted.length === 0 && (tag ?? category) !== undefined) {
    const left = [...listSiteFiles(site.release.siteFolder).keys()];
    expect(left.filter((name) => name.startsWith(`${base.slice(1)}/`))).toEqual([]);
    return;
  }
  const pages = readChain(site, base);
  expect(pages.flat()).toEqual(wanted);
  for (const [index, page] of pages.entries()) {
    expect(page.length).toBeLessThan(2 * LIST_PAGE_SIZE);
    if (wanted.length > 0) expect([index, page.length]).not.toEqual([index, 0]);
  }
}

/** Checks that the folder equals a newly rendered release. */
async function checkFolder(site: Site): Promise<void> {
  const { target, siteFolder } = site.release;
  const expectedFiles = new Set<string>();
  for (const path of [...releasePaths(target.context), ...remainingPaths(target.context)]) {
    const source = loadPage(target.context, path);
    if (!source) continue;
    const { body } = await target.renderer.render(source, path, getSiteContent(target.context));
    expect([path, readSiteFile(siteFolder, path)]).toEqual([path, body.toString()]);
    expectedFiles.add(source.file);
  }
  // The alias of the page of categories, see host-files.ts.
  expectedFiles.add('category/index.html');
  // page-list.json is part of the build.
  const published =
    /^(blog|tag|category|series)\/|^(shop\/(products\/)?)?index\.html$|^(?!page-list\.).*\.(xml|json|txt)$/;
  const actualFiles = [...listSiteFiles(siteFolder).keys()].filter((name) => published.test(name));
  expect(actualFiles.sort()).toEqual([...expectedFiles].sort());
}

/** Returns the oldest or newest live articles. */
const endOf = (site: Site, order: 'ASC' | 'DESC', count: number): string[] =>
  site.context.database.raw
    .prepare<[number], string>(
      `SELECT public_id FROM articles WHERE state = 'live' ORDER BY published_at ${order} LIMIT ?`,
    )
    .pluck()
    .all(count) as unknown as string[];

const full = 2 * LIST_PAGE_SIZE;

describe('the pages of a list', () => {
  it('grow at the head without changing numbered pages', async () => {
    const site = await openSite();
    const sizes: number[][] = [];
    for (let number = 0; number < 3 * LIST_PAGE_SIZE; number += 1) {
      await write(site, 1000 - number);
      await site.release.publish();
      sizes.push(readChain(site, '/blog').map((page) => page.length));
    }
    expect(sizes.at(full - 2)).toEqual([full - 1]);
    expect(sizes.at(full - 1)).toEqual([LIST_PAGE_SIZE, LIST_PAGE_SIZE]);
    expect(sizes.at(-1)).toEqual([LIST_PAGE_SIZE, LIST_PAGE_SIZE, LIST_PAGE_SIZE]);
    checkList(site, '/blog');
    await site.close();
  });

  it('stay linked after the oldest articles are deleted', async () => {
    const site = await openSite();
    const ids = [];
    for (let number = 0; number < full; number += 1) ids.push(await write(site, 1000 - number));
    await site.release.publish();
    for (const id of ids.slice(0, LIST_PAGE_SIZE)) {
      await deleteArticle(site.context, id, 0);
      await site.release.publish();
      checkList(site, '/blog');
    }
    await write(site, 5000);
    await site.release.publish();
    checkList(site, '/blog');
    await site.close();
  });

  it('stay linked after the newest articles are deleted', async () => {
    const site = await openSite();
    const ids = [];
    for (let number = 0; number < 3 * LIST_PAGE_SIZE; number += 1) {
      ids.push(await write(site, 1000 - number));
    }
    await site.release.publish();
    for (const id of ids.slice(-LIST_PAGE_SIZE)) await deleteArticle(site.context, id, 0);
    await site.release.publish();
    checkList(site, '/blog');
    await checkFolder(site);
    await site.close();
  });

  it('are split for articles with an earlier date', async () => {
    const site = await openSite();
    for (let number = 0; number < full; number += 1) await write(site, 10 + number);
    await site.release.publish();
    for (let number = 0; number < full; number += 1) {
      await write(site, 10_000 - number);
      await site.release.publish();
    }
    checkList(site, '/blog');
    await site.close();
  });

  it('exist for the blog without articles, but not for unused tags', async () => {
    const site = await openSite();
    expect(readSiteFile(site.release.siteFolder, '/blog')).toContain('Nothing published yet');
    const id = await write(site, 1, ['css']);
    await site.release.publish();
    expect(readSiteFile(site.release.siteFolder, '/tag/css')).toContain(expected(site)[0]);
    await deleteArticle(site.context, id, 0);
    await site.release.publish();
    expect(readSiteFile(site.release.siteFolder, '/tag/css')).toBeNull();
    expect(readSiteFile(site.release.siteFolder, '/blog')).toContain('Nothing published yet');
    await site.close();
  });
});

describe('after any changes', { tags: ['topic'] }, () => {
  const age = fc.integer({ min: 0, max: 40 });
  const which = fc.nat(1000);
  const tags = fc.subarray(['css', 'html'], { minLength: 0 });
  const categories = fc.subarray(['Clean Code', 'Notes'], { minLength: 0 });
  const change = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('write' as const), age, tags, categories }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
    fc.record({
      kind: fc.constant('trim' as const),
      end: fc.constantFrom('ASC' as const, 'DESC' as const),
      count: fc.integer({ min: 1, max: full }),
    }),
    fc.record({ kind: fc.constant('restore' as const), which }),
    fc.record({ kind: fc.constant('draft' as const), which, on: fc.boolean() }),
    fc.record({ kind: fc.constant('archive' as const), which, on: fc.boolean() }),
    fc.record({ kind: fc.constant('tags' as const), which, tags }),
    fc.record({ kind: fc.constant('categories' as const), which, categories }),
    fc.record({ kind: fc.constant('slug' as const), which, slug: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('title' as const), which, title: fc.constantFrom('X', 'Y') }),
    fc.record({
      kind: fc.constant('series' as const),
      which,
      series: fc.constantFrom('', 'One', 'Two'),
    }),
    { weight: 4, arbitrary: fc.constant({ kind: 'publish' as const }) },
  );
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

  async function apply(site: Site, ids: string[], step: Change): Promise<void> {
    const { context } = site;
    if (step.kind === 'publish') await site.release.publish();
    else if (step.kind === 'write') {
      ids.push(await write(site, step.age, step.tags, step.categories));
    } else if (step.kind === 'trim') {
      for (const id of endOf(site, step.end, step.count)) await deleteArticle(context, id, 0);
    } else {
      const id = ids[step.which % Math.max(1, ids.length)];
      if (id === undefined) return;
      const edit = (input: Parameters<typeof changeArticle>[2]) =>
        changeArticle(context, id, input, options);
      const done = {
        delete: () => deleteArticle(context, id, 0),
        restore: () => restoreArticle(context, id, 0),
        draft: () => edit({ draft: 'on' in step && step.on }),
        archive: () => edit({ archived: 'on' in step && step.on }),
        tags: () => edit({ tags: 'tags' in step ? step.tags : [] }),
        categories: () => edit({ categories: 'categories' in step ? step.categories : [] }),
        slug: () => edit({ slug: 'slug' in step ? step.slug : '' }),
        title: () => edit({ title: 'title' in step ? step.title : '' }),
        series: () => edit({ series: 'series' in step ? step.series : '' }),
      }[step.kind]();
      await done.catch((error: Error) => {
        // Deleted articles cannot be edited, and others cannot be restored.
        if (!('code' in error) || error.code !== 'NOT_FOUND') throw error;
      });
    }
    site.clock.advance(1000);
  }

  const keepLists = (numRuns: number) => async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2 * full),
        fc.array(change, { minLength: 5, maxLength: 60 }),
        async (start, steps) => {
          await using site = await openSite();
          const ids: string[] = [];
          for (let number = 0; number < start; number += 1) {
            ids.push(await write(site, number % 40, number % 3 === 0 ? ['css'] : []));
          }
          for (const step of [...steps, { kind: 'publish' as const }]) {
            await apply(site, ids, step);
          }
          checkList(site, '/blog');
          checkList(site, '/tag/css', 'css');
          checkList(site, '/tag/html', 'html');
          checkList(site, '/category/clean-code', undefined, 'Clean Code');
          checkList(site, '/category/notes', undefined, 'Notes');
          await checkFolder(site);
        },
      ),
      { numRuns },
    );
  };
  const title = 'each list is complete and the folder equals a new release';
  it(`${title}, twice`, keepLists(2));
  it(`${title}, six times`, { tags: ['verify'] }, keepLists(6));
});
