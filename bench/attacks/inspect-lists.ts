import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { blogTopics, quickLinks } from '#contracts/blog.ts';
import type { StoredArticle } from './inspect-site.ts';

const FEED_ARTICLES = 20;
/** Tags that /blog always links to. Their pages exist even without articles. */
const permanentTags = new Set([...quickLinks, ...blogTopics].flatMap((link) => link.tag ?? []));

/** Checks that all lists contain each live article exactly once and in order. */
export function inspectLists(folder: string, articles: StoredArticle[]): string[] {
  const live = articles.filter((article) => article.state === 'live');
  const slugs = live.map((article) => article.slug);
  const tags = new Set(live.flatMap((article) => article.tags));
  const newest = live.slice(0, FEED_ARTICLES);
  const newestSlugs = newest.map((article) => article.slug);
  return [
    ...findOutdatedCards(folder, live),
    ...compare('/blog', readList(folder, 'blog'), slugs),
    ...[...tags].flatMap((tag) => {
      const tagged = live.filter((article) => article.tags.includes(tag));
      return compare(
        `/tag/${tag}`,
        readList(folder, `tag/${tag}`),
        tagged.map((article) => article.slug),
      );
    }),
    ...findStrayTags(folder, tags),
    ...compare('feed.json', readJsonFeed(folder), newestSlugs),
    ...compare(
      'rss.xml',
      readFeed(folder, 'rss.xml', /<item>.*?<link>([^<]+)<\/link>/gs),
      newestSlugs,
    ),
    ...compare(
      'atom.xml',
      readFeed(folder, 'atom.xml', /<entry>.*?<link href="([^"]+)"/gs),
      newestSlugs,
    ),
    ...compare('sitemaps', readSitemaps(folder).toSorted(), slugs.toSorted()),
  ];
}

function compare(list: string, found: string[], expected: string[]): string[] {
  if (found.length === expected.length && found.every((slug, index) => slug === expected[index])) {
    return [];
  }
  const twice = found.filter((slug, index) => found.indexOf(slug) !== index);
  const missing = expected.filter((slug) => !found.includes(slug));
  const extra = found.filter((slug) => !expected.includes(slug));
  const differences = [
    ...(twice.length > 0 ? [`twice: ${twice.join(' ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(' ')}`] : []),
    ...(extra.length > 0 ? [`too much: ${extra.join(' ')}`] : []),
  ];
  return [`${list}: ${differences.length > 0 ? differences.join('; ') : 'another order'}`];
}

/** Returns a finding for each article whose current title is missing in the lists. */
function findOutdatedCards(folder: string, live: StoredArticle[]): string[] {
  const text = listFiles(folder, 'blog')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return live
    .filter((article) => !text.includes(article.title))
    .map((article) => `/blog does not show the title of ${article.slug}: ${article.title}`);
}

/** Returns the slugs of the first page and of the numbered pages, newest first. */
function readList(folder: string, base: string): string[] {
  return listFiles(folder, base).flatMap((file) => readCards(readFileSync(file, 'utf8')));
}

function listFiles(folder: string, base: string): string[] {
  const pages = path.join(folder, base, 'page');
  const numbers = existsSync(pages)
    ? readdirSync(pages)
        .map(Number)
        .filter((number) => existsSync(path.join(pages, String(number), 'index.html')))
        .toSorted((first, second) => second - first)
    : [];
  const files = [
    path.join(folder, base, 'index.html'),
    ...numbers.map((number) => path.join(pages, String(number), 'index.html')),
  ];
  return files.filter((file) => existsSync(file));
}

/** Returns the slugs of a page without duplicates, because a card can link to its article several times. */
function readCards(page: string): string[] {
  // /blog shows some articles also outside of its list.
  const list = /<section[^>]* id="articles"[\s\S]*?<\/section>/.exec(page)?.[0];
  const main = list ?? page.slice(page.indexOf('<main'), page.lastIndexOf('</main>'));
  return [
    ...new Set([...main.matchAll(/href="\/blog\/([^"/#?.]+)"/g)].map(([, slug]) => slug ?? '')),
  ];
}

function findStrayTags(folder: string, tags: Set<string>): string[] {
  const pages = path.join(folder, 'tag');
  if (!existsSync(pages)) return [];
  return readdirSync(pages)
    .filter((tag) => !tags.has(tag) && !permanentTags.has(tag))
    .filter((tag) => existsSync(path.join(pages, tag, 'index.html')))
    .map((tag) => `/tag/${tag} lists nothing and is still there`);
}

const slugOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

function readJsonFeed(folder: string): string[] {
  const feed = JSON.parse(readFileSync(path.join(folder, 'feed.json'), 'utf8')) as {
    items: { url: string }[];
  };
  return feed.items.map((item) => slugOf(item.url));
}

function readFeed(folder: string, name: string, pattern: RegExp): string[] {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return [...text.matchAll(pattern)].map(([, url]) => slugOf(url ?? ''));
}

function readSitemaps(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^sitemap-\d+\.xml$/.test(name))
    .flatMap((name) => readFeed(folder, name, /<loc>([^<]+)<\/loc>/g));
}
