import { type BuiltKind, type SearchKind, searchKinds } from '#contracts/search-index.ts';
import { productPath } from '#contracts/shop-messages.ts';
import type { Connection } from '../connection.ts';
import { findValue, hasRow, prepared } from '../statement-cache.ts';
import { indexBuiltDocument } from './search-documents.ts';

/** Searchable content of a built page. */
export interface BuiltDocument {
  kind: BuiltKind;
  /** Address without origin. */
  path: string;
  title: string;
  description: string;
  tags: string[];
  headings: string[];
  text: string;
}

/** Highlight marks; indexed texts contain no control characters. */
export const MARK_START = '\u0002';
export const MARK_END = '\u0003';

/** Words of context around a match. */
const EXCERPT_WORDS = 24;
/**
 * Number of matches from which results are sorted by date: ranking reads every match, and words
 * that frequent say little about relevance.
 */
const RANKED_MAX = 500;
const TITLE = '{title} : ';
/** All but the text itself. */
const HEAD = '{title subtitle description tags headings} : ';

/**
 * Lowest and highest rows of the index by kind: articles use their row ids, products their negated row ids, and built
 * pages the `search_id` of `built_documents`. The order of the rows is therefore newest first.
 */
const rows = {
  article: [1, Number.MAX_SAFE_INTEGER],
  product: [-999_999_999_999, -1],
  'case-study': [-1_999_999_999_999, -1_000_000_000_000],
  game: [-2_999_999_999_999, -2_000_000_000_000],
} as const satisfies Record<SearchKind, readonly [lowest: number, highest: number]>;

const kindOf = (row: number): SearchKind =>
  searchKinds.find((kind) => row >= rows[kind][0] && row <= rows[kind][1]) ?? 'article';

export interface FoundDocument {
  kind: SearchKind;
  path: string;
  /** With marks. */
  title: string;
  /** With marks. */
  description: string;
  /** Excerpt of the text with highlight marks; empty if the description matches. */
  body: string;
}

/** Query of the full-text index. */
export interface MatchQuery {
  /** In the language of FTS5, see services/search/search.ts. */
  match: string;
  /** Kinds that the viewer may not see. */
  without: readonly SearchKind[];
}

const except = (kinds: readonly SearchKind[]) =>
  kinds.map((kind) => ` AND rowid NOT BETWEEN ${rows[kind].join(' AND ')}`).join('');

/** Returns live matches, best first. */
export function findDocuments(
  database: Connection,
  matchQuery: MatchQuery,
  limit: number,
): FoundDocument[] {
  const found = new Map<number, FoundDocument>();
  for (const place of placesOf(database, matchQuery)) {
    if (found.size >= limit) break;
    for (const { id, ...words } of bestOf(database, place, limit)) {
      if (found.has(id)) continue;
      // Checked again, so that a broken index cannot reveal content that is not live.
      const kind = kindOf(id);
      const path = findLivePath(database, kind, id);
      if (path !== null) found.set(id, { kind, ...words, path });
    }
  }
  return [...found.values()].slice(0, limit);
}

/** A question to some of the columns. */
interface Place extends MatchQuery {
  /** True if there are too many matches to rank. */
  many: boolean;
}

/** Returns the queries to run, best first, without those that add no matches. */
function* placesOf(database: Connection, matchQuery: MatchQuery): Generator<Place> {
  const { without } = matchQuery;
  const head = { match: `${HEAD}(${matchQuery.match})`, without };
  const inHead = countUpTo(database, head, RANKED_MAX + 1);
  if (inHead > RANKED_MAX) {
    const title = { match: `${TITLE}(${matchQuery.match})`, without };
    yield { ...title, many: countUpTo(database, title, RANKED_MAX + 1) > RANKED_MAX };
    yield { ...head, many: true };
    return;
  }
  if (inHead > 0) yield { ...head, many: false };
  const anywhere = countUpTo(database, matchQuery, RANKED_MAX + 1);
  if (anywhere > inHead) yield { ...matchQuery, many: anywhere > RANKED_MAX };
}

/** A row of the index, with marks. */
type Words = Omit<FoundDocument, 'kind' | 'path'> & { id: number };

function bestOf(database: Connection, { match, without, many }: Place, limit: number): Words[] {
  // Highlights are made only for the rows of the result, in the same query: each further prefix
  // query would merge all words with that prefix again.
  const marks = `'${MARK_START}', '${MARK_END}'`;
  const partOf = (column: number) =>
    `snippet(site_search, ${column}, ${marks}, '…', ${EXCERPT_WORDS})`;
  // Highlighting reads a text from its beginning, which is the most expensive part of a query.
  const sql = `SELECT rowid AS id,
      highlight(site_search, 0, ${marks}) AS title,
      ${partOf(2)} AS description,
      CASE WHEN instr(${partOf(2)}, '${MARK_START}') > 0 THEN '' ELSE ${partOf(5)} END AS body
    FROM site_search WHERE site_search MATCH ?${except(without)}
    ORDER BY ${many ? 'rowid DESC' : 'rank'} LIMIT ?`;
  return prepared<[string, number], Words>(database, sql).all(match, limit);
}

function findLivePath(database: Connection, kind: SearchKind, id: number): string | null {
  if (kind !== 'article' && kind !== 'product') return findBuiltPath(database, id);
  const table = { article: 'articles', product: 'products' }[kind];
  const sql = `SELECT slug FROM ${table} WHERE id = ? AND state = 'live'`;
  const slug = findValue<string>(database, sql, Math.abs(id));
  if (slug === null) return null;
  return kind === 'product' ? productPath(slug) : `/blog/${slug}`;
}

function countUpTo(database: Connection, { match, without }: MatchQuery, most: number): number {
  const sql = `SELECT count(*) AS count FROM (
    SELECT rowid FROM site_search WHERE site_search MATCH ?${except(without)} LIMIT ?)`;
  return findValue<number>(database, sql, match, most) ?? 0;
}

/** True if a query has a match. */
export function matchesAnything(database: Connection, { match, without }: MatchQuery): boolean {
  const sql = `SELECT rowid FROM site_search WHERE site_search MATCH ?${except(without)} LIMIT 1`;
  return hasRow(database, sql, match);
}

/** A word of the index and how many documents have it. */
export interface IndexedWord {
  term: string;
  documents: number;
}

/** Returns the next words of the index after one, in order. */
export function readWordsAfter(database: Connection, after: string, limit: number): IndexedWord[] {
  const sql = 'SELECT term, doc AS documents FROM site_search_words WHERE term > ? LIMIT ?';
  return prepared<[string, number], IndexedWord>(database, sql).all(after, limit);
}

/**
 * Returns a version that changes with the index: FTS5 stores its segments in one row, which every
 * commit to the index rewrites.
 */
export function readIndexVersion(database: Connection): string {
  const sql = 'SELECT hex(block) AS version FROM site_search_data WHERE id = 10';
  return findValue<string>(database, sql) ?? '';
}

/** Article in the static search index. */
export interface IndexedArticle {
  slug: string;
  title: string;
  description: string;
  /** As JSON. */
  tags: string;
  /** As JSON. */
  headings: string;
}

/** Returns the live articles of a range of row ids, in their order. */
export function readIndexedArticles(
  database: Connection,
  fromId: number,
  toId: number,
): IndexedArticle[] {
  const sql = `SELECT a.slug, a.title, a.description,
      (SELECT json_group_array(t.tag ORDER BY t.position) FROM article_tags t
        WHERE t.article_id = a.id) AS tags,
      (SELECT json_group_array(json_extract(h.value, '$.text')) FROM json_each(a.toc) h)
        AS headings
    FROM articles a WHERE a.id >= ? AND a.id < ? AND a.state = 'live' ORDER BY a.id`;
  return prepared<[number, number], IndexedArticle>(database, sql).all(fromId, toId);
}

/** Replaces the searchable built pages; unchanged pages are not indexed again. Call it in a transaction. */
export function replaceBuiltDocuments(
  database: Connection,
  documents: readonly BuiltDocument[],
): void {
  const others = 'DELETE FROM built_documents WHERE path NOT IN (SELECT value FROM json_each(?))';
  prepared<[string], unknown>(database, others).run(
    JSON.stringify(documents.map(({ path }) => path)),
  );
  const sql = `INSERT INTO built_documents (path, kind, title, description, tags, headings, text)
    VALUES (@path, @kind, @title, @description, @tags, @headings, @text)
    ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, title = excluded.title,
      description = excluded.description, tags = excluded.tags, headings = excluded.headings,
      text = excluded.text
    WHERE (kind, title, description, tags, headings, text) IS NOT
      (excluded.kind, excluded.title, excluded.description, excluded.tags, excluded.headings,
        excluded.text)
    RETURNING search_id AS id`;
  for (const { tags, headings, ...words } of documents) {
    const lists = { tags: JSON.stringify(tags), headings: JSON.stringify(headings) };
    const changed = prepared<[object], { id: number }>(database, sql).get({ ...words, ...lists });
    if (changed) indexBuiltDocument(database.raw, changed.id);
  }
}

/** Returns the searchable pages of the live release that depend on the owner's content. */
export function listBuiltDocuments(database: Connection): BuiltDocument[] {
  const sql =
    'SELECT kind, path, title, description, tags, headings, text FROM built_documents ORDER BY path';
  type Row = Omit<BuiltDocument, 'tags' | 'headings'> & { tags: string; headings: string };
  return prepared<[], Row>(database, sql)
    .all()
    .map((row) => ({ ...row, tags: JSON.parse(row.tags), headings: JSON.parse(row.headings) }));
}

/** Returns the path of a built page by its row of the search index, or null. */
function findBuiltPath(database: Connection, searchId: number): string | null {
  const sql = 'SELECT path FROM built_documents WHERE search_id = ?';
  return findValue<string>(database, sql, searchId);
}
