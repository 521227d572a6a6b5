import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib';
import type { Database as Sqlite } from 'better-sqlite3';
import { blogTopics, quickLinks } from '#contracts/blog.ts';
import { htmlFile, readRedirectPage } from '../../api/publisher/page-source.ts';

export const liveFolder = (dataFolder: string) => realpathSync(path.join(dataFolder, 'live'));

/** Returns the names of all files below a folder, including hidden ones. */
function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
}

/** Ends of complete files by extension. Astro puts the script of a page behind the document. */
const endings: Record<string, RegExp> = {
  '.html': /<\/html>(\s*<script[^>]*><\/script>)*\s*$/,
  '.xml': /<\/(rss|feed|urlset|sitemapindex)>\s*$/,
  '.json': /^(\{(.|\n)*\}|\[(.|\n)*\])\s*$/,
};

/** Returns the pattern for the end of a complete file. */
export const endingOf = (pathname: string): RegExp =>
  endings[path.extname(pathname)] ?? endings['.html'] ?? /$/;

/** Returns a finding for each incomplete file of the live folder, for the time after a kill. */
export function findHalfPages(dataFolder: string): string[] {
  if (!existsSync(path.join(dataFolder, 'live'))) return [];
  const folder = liveFolder(dataFolder);
  return namesIn(folder)
    .filter((name) => !name.endsWith('.tmp') && !name.startsWith('_assets/'))
    .filter((name) => {
      const ending = endings[path.extname(name)];
      return ending && !ending.test(readFileSync(path.join(folder, name), 'utf8'));
    })
    .map((name) => `half a page on the disk: ${name}`);
}

/** Returns a finding for each temporary file that no running process writes. */
export function findTemporaryFiles(dataFolder: string, runningPid: number | null): string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tmp'))
    .filter((name) => runningPid === null || !name.includes(`.${runningPid}.`))
    .map((name) => `a temporary file remains: ${name}`);
}

const decompress = { '.br': brotliDecompressSync, '.gz': gunzipSync } as const;

/** Returns a finding for each precompressed copy that differs from its file. */
export async function findStaleCopies(dataFolder: string): Promise<string[]> {
  const folder = liveFolder(dataFolder);
  const listStale = () =>
    namesIn(folder).filter(
      (name) => /\.(br|gz)$/.test(name) && !isCurrentCopy(path.join(folder, name)),
    );
  let stale = listStale();
  // A file may have been replaced during the comparison.
  for (let tries = 0; tries < 100 && stale.length > 0; tries += 1) {
    await pause(100);
    stale = stale.filter((name) => !isCurrentCopy(path.join(folder, name)));
  }
  return stale.map((name) => `a stale copy: ${name}`);
}

/** Versions of copies that were already compared, because decompressing thousands of copies is slow. */
const compared = new Map<string, string>();

function isCurrentCopy(copy: string): boolean {
  const ending = path.extname(copy) === '.br' ? '.br' : '.gz';
  const file = copy.slice(0, -ending.length);
  try {
    const version = `${versionOf(copy)} ${versionOf(file)}`;
    if (compared.get(copy) === version) return true;
    const isCurrent = decompress[ending](readFileSync(copy)).equals(readFileSync(file));
    if (isCurrent) compared.set(copy, version);
    return isCurrent;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && !existsSync(copy);
  }
}

/** Returns a value that changes with each write of a file. */
function versionOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join('-');
}

/** Returns a hash of a file or response. */
export const hashOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);

const FEED_ARTICLES = 20;

/** Tags that /blog always links to. Their pages exist even without articles. */
const permanentTags = new Set([...quickLinks, ...blogTopics].flatMap((link) => link.tag ?? []));

const slugOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

export interface StoredArticle {
  id: number;
  publicId: string;
  slug: string;
  title: string;
  markdown: string;
  state: string;
  publishedAt: number | null;
  tags: string[];
  formerSlugs: string[];
}

export function readArticles(database: Sqlite): StoredArticle[] {
  const sql = `SELECT id, public_id AS publicId, slug, title, markdown, state,
      published_at AS publishedAt,
      (SELECT json_group_array(tag ORDER BY position) FROM article_tags WHERE article_id = a.id) AS tags,
      (SELECT json_group_array(slug) FROM former_slugs WHERE article_id = a.id) AS formerSlugs
    FROM articles a ORDER BY published_at DESC, id DESC`;
  type Row = Omit<StoredArticle, 'tags' | 'formerSlugs'> & { tags: string; formerSlugs: string };
  return (database.prepare(sql).all() as Row[]).map((row) => ({
    ...row,
    tags: JSON.parse(row.tags),
    formerSlugs: JSON.parse(row.formerSlugs),
  }));
}

/**
 * Compares the files that readers get with the database. No job may run at the same time.
 * @returns a sentence for each difference
 */
export function inspectSite(database: Sqlite, dataFolder: string): string[] {
  const folder = liveFolder(dataFolder);
  const articles = readArticles(database);
  return [
    ...inspectDatabase(database),
    ...articles.flatMap((article) => inspectArticle(folder, article)),
    ...findStrayPages(folder, articles),
    ...inspectRecords(database, folder),
    ...inspectLists(folder, articles),
  ];
}

function inspectDatabase(database: Sqlite): string[] {
  const integrity = database.pragma('integrity_check', { simple: true });
  const violations = database.pragma('foreign_key_check') as unknown[];
  return [
    ...(integrity === 'ok' ? [] : [`the database is damaged: ${integrity}`]),
    ...(violations.length === 0 ? [] : [`${violations.length} rows refer to nothing`]),
  ];
}

const isPublished = (article: StoredArticle) =>
  article.state === 'live' || article.state === 'archived';

function inspectArticle(folder: string, article: StoredArticle): string[] {
  const { slug, title, publicId, formerSlugs } = article;
  const pageFile = path.join(folder, 'blog', slug, 'index.html');
  const markdownFile = path.join(folder, 'blog', `${slug}.md`);
  if (!isPublished(article)) {
    return [pageFile, markdownFile]
      .filter((file) => existsSync(file))
      .map((file) => `${article.state} article ${slug} has a page: ${file}`);
  }
  if (!existsSync(pageFile)) return [`published article ${slug} has no page`];
  const findings: string[] = [];
  const marker = /mark-[\w-]+/.exec(article.markdown)?.[0] ?? title;
  const page = readFileSync(pageFile, 'utf8');
  if (!page.includes(title) || !page.includes(marker)) findings.push(`the page of ${slug} is old`);
  if (!existsSync(markdownFile)) findings.push(`published article ${slug} has no Markdown copy`);
  else if (!readFileSync(markdownFile, 'utf8').includes(marker)) findings.push(`${slug}.md is old`);
  for (const key of [publicId, ...formerSlugs]) {
    const file = path.join(folder, 'blog', key, 'index.html');
    const target = existsSync(file) ? readRedirectPage(readFileSync(file)) : null;
    if (target !== `/blog/${slug}`) findings.push(`/blog/${key} leads to ${target}, not ${slug}`);
  }
  return findings;
}

/** Returns a finding for each page under /blog without a published article. */
function findStrayPages(folder: string, articles: StoredArticle[]): string[] {
  const publishedKeys = new Set(
    articles
      .filter(isPublished)
      .flatMap(({ slug, publicId, formerSlugs }) => [slug, publicId, ...formerSlugs]),
  );
  return namesIn(path.join(folder, 'blog'))
    .filter((name) => !name.startsWith('page/') && !/^index\.html/.test(name))
    .filter((name) => {
      const key = /^([^/]+?)(\/index\.html|\.md)(\.(br|gz))?$/.exec(name)?.[1];
      return !name.endsWith('.tmp') && (key === undefined || !publishedKeys.has(key));
    })
    .map((name) => `a page of nothing: blog/${name}`);
}

/** Checks that the files have the checksums that the publisher has recorded. */
function inspectRecords(database: Sqlite, folder: string): string[] {
  const sql = `SELECT path, checksum FROM pages
    WHERE release_id = (SELECT id FROM releases WHERE state = 'live')`;
  const rows = database.prepare(sql).all() as { path: string; checksum: number }[];
  return rows.flatMap(({ path: pagePath, checksum }) => {
    const file = path.join(folder, fileOfPage(pagePath));
    if (!existsSync(file)) return [`${pagePath} is recorded and not there`];
    return crc32(readFileSync(file)) === checksum ? [] : [`${pagePath} is not what is recorded`];
  });
}

function fileOfPage(pagePath: string): string {
  if (/\.(xml|json|txt|md|pdf)$/.test(pagePath)) return pagePath;
  // File servers expect their error pages at the top.
  return /^\/\d{3}$/.test(pagePath) ? `${pagePath}.html` : htmlFile(pagePath);
}

/** Checks that all lists contain each live article exactly once and in order. */
function inspectLists(folder: string, articles: StoredArticle[]): string[] {
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
