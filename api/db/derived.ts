import type BetterSqlite3 from 'better-sqlite3';
import { toTagSlug } from '#contracts/article.ts';
import { searchText, searchTextOfHtml } from './search-text.ts';
import { prepared } from './statement-cache.ts';

/** Standard deviations of a confidence level of 95%. */
const Z = 1.96;

// Values that are computed from other columns and that SQL cannot compute. Repositories call these functions
// in the transaction of a change; triggers keep everything else up to date. All return true if a stored value
// was stale.

type Raw = BetterSqlite3.Database;

/** A row of the full-text index. */
interface SearchDocument {
  title: string;
  subtitle: string;
  description: string;
  tags: string | null;
  headings: string;
  body: string;
}

/** Updates data derived from an article: its images, slugs of its categories and its search document. */
export function deriveArticle(raw: Raw, id: number): boolean {
  const row = select<{ markdown: string }>(raw, 'SELECT markdown FROM articles WHERE id = ?', id);
  const stale = [
    storeNames(raw, articleImages, id, imageNamesOf(row?.markdown ?? '')),
    storeCategorySlugs(raw, id),
    storeDocument(raw, id, articleDocument(raw, id)),
  ];
  return stale.includes(true);
}

/** Updates data derived from a product: its images and its search document. */
export function deriveProduct(raw: Raw, id: number): boolean {
  const row = select<{ content: string }>(raw, 'SELECT content FROM products WHERE id = ?', id);
  const stale = [
    storeNames(raw, productImages, id, imageNamesOf(row?.content ?? '')),
    storeDocument(raw, -id, productDocument(raw, id)),
  ];
  return stale.includes(true);
}

/** Updates the search documents of all products of a category. */
export function deriveProductsOfCategory(raw: Raw, categoryId: number): void {
  const sql = "SELECT id FROM products WHERE category_id = ? AND state = 'live'";
  for (const { id } of prepared<[number], { id: number }>({ raw }, sql).all(categoryId)) {
    storeDocument(raw, -id, productDocument(raw, id));
  }
}

/** Updates the search document of a page of the release. */
export function deriveBuiltDocument(raw: Raw, searchId: number): boolean {
  return storeDocument(raw, searchId, builtDocument(raw, searchId));
}

/** Updates the images that working copies of an article use. */
export function deriveWorkingCopies(raw: Raw, articleId: number): boolean {
  const sql = `SELECT c.fields, m.file_name AS cover FROM working_copies c
    LEFT JOIN media m ON m.public_id = json_extract(c.fields, '$.image') WHERE c.article_id = ?`;
  type Copy = { fields: string; cover: string | null };
  const copies = prepared<[number], Copy>({ raw }, sql).all(articleId);
  const names = copies.flatMap(({ fields, cover }) => [
    ...imageNamesOf(fields),
    ...(cover === null ? [] : [cover]),
  ]);
  return storeNames(raw, copiedImages, articleId, names);
}

/** Updates the score of a comment from its likes and the open reports of members. */
export function deriveCommentScore(raw: Raw, id: number): boolean {
  const sql = `SELECT likes, score, (SELECT count(*) FROM comment_reports
      WHERE comment_id = c.id AND user_id IS NOT NULL AND settled_at IS NULL) AS reports
    FROM comments c WHERE id = ?`;
  const row = select<{ likes: number; score: number; reports: number }>(raw, sql, id);
  if (!row) return false;
  const score = wilsonLowerBound(row.likes, row.reports);
  if (score === row.score) return false;
  const update = 'UPDATE comments SET score = ? WHERE id = ?';
  prepared<[number, number], never>({ raw }, update).run(score, id);
  return true;
}

/** Numbers of rows with stale values. */
export interface StaleRows {
  articles: number;
  products: number;
  'pages of the release': number;
  'working copies': number;
  comments: number;
  'search documents without a page': number;
}

/** Updates everything in this file. Belongs in a transaction. @returns the number of stale rows */
export function repairDerivedValues(raw: Raw): StaleRows {
  const repair = (ids: string, derive: (raw: Raw, id: number) => boolean) =>
    (raw.prepare(ids).pluck().all() as number[]).filter((id) => derive(raw, id)).length;
  const stale = {
    articles: repair('SELECT id FROM articles', deriveArticle),
    products: repair('SELECT id FROM products', deriveProduct),
    'pages of the release': repair('SELECT search_id FROM built_documents', deriveBuiltDocument),
    'working copies': repair(
      `SELECT article_id FROM working_copies UNION SELECT article_id FROM working_copy_images`,
      deriveWorkingCopies,
    ),
    comments: repair('SELECT id FROM comments', deriveCommentScore),
  };
  const orphans = raw.prepare(`DELETE FROM site_search WHERE rowid NOT IN (
    SELECT id FROM articles WHERE state = 'live'
    UNION ALL SELECT -id FROM products WHERE state = 'live'
    UNION ALL SELECT search_id FROM built_documents)`);
  return { ...stale, 'search documents without a page': orphans.run().changes };
}

function articleDocument(raw: Raw, id: number): SearchDocument | null {
  const sql = `SELECT title, subtitle, description, html,
      (SELECT group_concat(tag, ' ' ORDER BY position) FROM article_tags WHERE article_id = a.id)
        AS tags,
      (SELECT group_concat(json_extract(h.value, '$.text'), ' · ') FROM json_each(a.toc) h)
        AS headings
    FROM articles a WHERE id = ? AND state = 'live'`;
  type Row = Omit<SearchDocument, 'headings' | 'body'> & { html: string; headings: string | null };
  const row = select<Row>(raw, sql, id);
  return (
    row && {
      title: searchText(row.title),
      subtitle: searchText(row.subtitle),
      description: searchText(row.description),
      tags: row.tags,
      headings: searchText(row.headings ?? ''),
      body: searchTextOfHtml(row.html),
    }
  );
}

function productDocument(raw: Raw, id: number): SearchDocument | null {
  const sql = `SELECT p.title, p.description, p.html, c.name AS category
    FROM products p LEFT JOIN categories c ON c.id = p.category_id
    WHERE p.id = ? AND p.state = 'live'`;
  type Row = { title: string; description: string; html: string; category: string | null };
  const row = select<Row>(raw, sql, id);
  return (
    row && {
      title: searchText(row.title),
      subtitle: '',
      description: searchText(row.description),
      tags: row.category === null ? null : searchText(row.category),
      headings: '',
      body: searchTextOfHtml(row.html),
    }
  );
}

function builtDocument(raw: Raw, searchId: number): SearchDocument | null {
  const sql = `SELECT title, description, text,
      (SELECT group_concat(t.value, ' · ') FROM json_each(b.tags) t) AS tags,
      (SELECT group_concat(h.value, ' · ') FROM json_each(b.headings) h) AS headings
    FROM built_documents b WHERE search_id = ?`;
  type Row = Record<'title' | 'description' | 'text', string> &
    Record<'tags' | 'headings', string | null>;
  const row = select<Row>(raw, sql, searchId);
  return (
    row && {
      title: searchText(row.title),
      subtitle: '',
      description: searchText(row.description),
      tags: searchText(row.tags ?? ''),
      headings: searchText(row.headings ?? ''),
      body: searchText(row.text),
    }
  );
}

/** Stores a row of the full-text index, or deletes it. An unchanged row costs no write. */
function storeDocument(raw: Raw, rowId: number, document: SearchDocument | null): boolean {
  const columns = 'title, subtitle, description, tags, headings, body';
  const stored = select<SearchDocument>(
    raw,
    `SELECT ${columns} FROM site_search WHERE rowid = ?`,
    rowId,
  );
  if (JSON.stringify(stored) === JSON.stringify(document)) return false;
  if (stored) {
    prepared<[number], never>({ raw }, 'DELETE FROM site_search WHERE rowid = ?').run(rowId);
  }
  if (document) {
    const sql = `INSERT INTO site_search (rowid, ${columns})
      VALUES (@rowId, @title, @subtitle, @description, @tags, @headings, @body)`;
    prepared<[object], never>({ raw }, sql).run({ ...document, rowId });
  }
  return true;
}

/** Tables with the names of image files that an owner uses. */
const articleImages = { table: 'image_uses', owner: 'article_id' };
const productImages = { table: 'product_image_uses', owner: 'product_id' };
const copiedImages = { table: 'working_copy_images', owner: 'article_id' };

/** Returns the image files of the media library that a text names. */
function imageNamesOf(text: string): string[] {
  return [...text.matchAll(/\/media\/([\w-]+\.[a-z]{3,4})\b/g)].map(([, name]) => name as string);
}

function storeNames(
  raw: Raw,
  { table, owner }: { table: string; owner: string },
  id: number,
  names: readonly string[],
): boolean {
  const sql = `SELECT file_name AS name FROM ${table} WHERE ${owner} = ?`;
  const stored = prepared<[number], { name: string }>({ raw }, sql).all(id);
  const wanted = new Set(names);
  if (stored.length === wanted.size && stored.every(({ name }) => wanted.has(name))) return false;
  prepared<[number], never>({ raw }, `DELETE FROM ${table} WHERE ${owner} = ?`).run(id);
  const insert = `INSERT INTO ${table} (file_name, ${owner}) VALUES (?, ?)`;
  for (const name of wanted) prepared<[string, number], never>({ raw }, insert).run(name, id);
  return true;
}

/** Of two categories with the same slug, the first one keeps it. */
function storeCategorySlugs(raw: Raw, articleId: number): boolean {
  const sql = `SELECT ac.category_id AS id, ac.slug, c.name FROM article_categories ac
    JOIN categories c ON c.id = ac.category_id WHERE ac.article_id = ? ORDER BY ac.position`;
  const rows = prepared<[number], { id: number; slug: string; name: string }>({ raw }, sql);
  const taken = new Set<string>();
  let isStale = false;
  for (const { id, slug, name } of rows.all(articleId)) {
    const derived = toTagSlug(name);
    const wanted = taken.has(derived) ? '' : derived;
    taken.add(derived);
    if (slug === wanted) continue;
    const update =
      'UPDATE article_categories SET slug = ? WHERE article_id = ? AND category_id = ?';
    prepared<[string, number, number], never>({ raw }, update).run(wanted, articleId, id);
    isStale = true;
  }
  return isStale;
}

function select<Row>(raw: Raw, sql: string, id: number): Row | null {
  return prepared<[number], Row>({ raw }, sql).get(id) ?? null;
}

/**
 * Returns the lower bound of Wilson's score interval: the least share of all readers who would agree, estimated from
 * the votes. Comments with many likes rank above those with few, and both above comments with likes and reports.
 * @param agree likes, a whole number of at least 0
 * @param disagree reports, likewise
 * @returns 0 to 1; 0 without a like
 */
export function wilsonLowerBound(agree: number, disagree: number): number {
  const votes = agree + disagree;
  // Exactly 0 without likes; rounding errors would grow with the number of reports.
  if (agree === 0) return 0;
  const share = agree / votes;
  const square = (Z * Z) / votes;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / votes);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}
