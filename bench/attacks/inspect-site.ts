import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Database as Sqlite } from 'better-sqlite3';
import { htmlFile } from '../../api/publisher/page-source.ts';
import { readRedirectPage } from '../../api/publisher/redirect-page.ts';
import { inspectLists } from './inspect-lists.ts';
import { liveFolder, namesIn } from './release-files.ts';

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
  if (!existsSync(markdownFile)) findings.push(`published article ${slug} has no markdown twin`);
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
    const isFile = /\.(xml|json|txt|md)$/.test(pagePath);
    const file = path.join(folder, isFile ? pagePath : htmlFile(pagePath));
    if (!existsSync(file)) return [`${pagePath} is recorded and not there`];
    return crc32(readFileSync(file)) === checksum ? [] : [`${pagePath} is not what is recorded`];
  });
}
