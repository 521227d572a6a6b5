import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';

/** Articles on a full page of a list. The head page has up to twice as many minus one. */
export const LIST_PAGE_SIZE = 8;

/** Start of a numbered page: time of publication and id of its first article. */
export interface ListPage {
  number: number;
  fromTime: number;
  fromId: number;
}

const columns = 'number, from_time AS fromTime, from_id AS fromId';

interface Source {
  from: string;
  time: string;
  id: string;
  values: object;
}

/** The complete list reads `articles`; lists of tags and categories have separate indexes. */
function source(list: string): Source {
  const [kind = '', name = ''] = list.split(/:(.*)/s);
  const listed = { time: 'listed_at', id: 'article_id', values: { name } };
  if (kind === 'tag') {
    return { from: 'article_tags WHERE tag = @name AND listed_at IS NOT NULL', ...listed };
  }
  if (kind === 'category') {
    return { from: 'article_categories WHERE slug = @name AND listed_at IS NOT NULL', ...listed };
  }
  return { from: "articles WHERE state = 'live'", time: 'published_at', id: 'id', values: {} };
}

export function listPages(database: Connection, list: string): ListPage[] {
  const sql = `SELECT ${columns} FROM list_pages WHERE list = ? ORDER BY number`;
  return prepared<[string], ListPage>(database, sql).all(list);
}

export function findListPage(database: Connection, list: string, number: number): ListPage | null {
  const sql = `SELECT ${columns} FROM list_pages WHERE list = ? AND number = ?`;
  return prepared<[string, number], ListPage>(database, sql).get(list, number) ?? null;
}

/** Returns the newest page, or null if the list is empty. */
export function findHeadPage(database: Connection, list: string): ListPage | null {
  const sql = `SELECT ${columns} FROM list_pages WHERE list = ? ORDER BY number DESC LIMIT 1`;
  return prepared<[string], ListPage>(database, sql).get(list) ?? null;
}

/** Returns the page before a number; skips gaps in the numbering. */
export function findOlder(database: Connection, list: string, number: number): ListPage | null {
  const sql = `SELECT ${columns} FROM list_pages WHERE list = ? AND number < ?
    ORDER BY number DESC LIMIT 1`;
  return prepared<[string, number], ListPage>(database, sql).get(list, number) ?? null;
}

/** Returns the page after a number. */
export function findNewer(database: Connection, list: string, number: number): ListPage | null {
  const sql = `SELECT ${columns} FROM list_pages WHERE list = ? AND number > ?
    ORDER BY number LIMIT 1`;
  return prepared<[string, number], ListPage>(database, sql).get(list, number) ?? null;
}

/** Returns the page whose period contains an article. */
export function findPageOf(
  database: Connection,
  list: string,
  time: number,
  id: number,
): ListPage | null {
  const sql = `SELECT ${columns} FROM list_pages
    WHERE list = ? AND (from_time, from_id) <= (?, ?) ORDER BY from_time DESC, from_id DESC LIMIT 1`;
  return prepared<[string, number, number], ListPage>(database, sql).get(list, time, id) ?? null;
}

/** Returns the ids of the articles on a page, newest first. */
export function readPageIds(
  database: Connection,
  list: string,
  page: ListPage,
  next: ListPage | null,
): number[] {
  const { from, time, id, values } = source(list);
  const end = next ? `AND (${time}, ${id}) < (@endTime, @endId)` : '';
  const sql = `SELECT ${id} AS id FROM ${from} AND (${time}, ${id}) >= (@fromTime, @fromId) ${end}
    ORDER BY ${time} DESC, ${id} DESC`;
  return readValues<number>(database, sql, {
    ...values,
    fromTime: page.fromTime,
    fromId: page.fromId,
    ...(next && { endTime: next.fromTime, endId: next.fromId }),
  });
}

export function readNewestIds(database: Connection, list: string, limit: number): number[] {
  const { from, time, id, values } = source(list);
  const sql = `SELECT ${id} AS id FROM ${from} ORDER BY ${time} DESC, ${id} DESC LIMIT @limit`;
  return readValues<number>(database, sql, { ...values, limit });
}

export function addListPage(database: Connection, list: string, page: ListPage): void {
  const sql = 'INSERT INTO list_pages (list, number, from_time, from_id) VALUES (?, ?, ?, ?)';
  prepared<[string, number, number, number], unknown>(database, sql).run(
    list,
    page.number,
    page.fromTime,
    page.fromId,
  );
}

export function removeListPage(database: Connection, list: string, number: number): void {
  const sql = 'DELETE FROM list_pages WHERE list = ? AND number = ?';
  prepared<[string, number], unknown>(database, sql).run(list, number);
}

/** Returns the start at the article `index`, counted from the oldest of a page. */
export function readStartAt(
  database: Connection,
  list: string,
  page: ListPage,
  index: number,
): { fromTime: number; fromId: number } | null {
  const { from, time, id, values } = source(list);
  const sql = `SELECT ${time} AS fromTime, ${id} AS fromId FROM ${from}
    AND (${time}, ${id}) >= (@fromTime, @fromId) ORDER BY ${time}, ${id} LIMIT 1 OFFSET @index`;
  return (
    prepared<[object], { fromTime: number; fromId: number }>(database, sql).get({
      ...values,
      fromTime: page.fromTime,
      fromId: page.fromId,
      index,
    }) ?? null
  );
}

/** Divides a whole list again: full pages from the oldest, the rest on the head page. */
export function divideListPages(database: Connection, list: string): void {
  const { from, time, id, values } = source(list);
  const rows = prepared<[object], { time: number; id: number }>(
    database,
    `SELECT ${time} AS time, ${id} AS id FROM ${from} ORDER BY ${time}, ${id}`,
  ).all(values);
  prepared<[string], unknown>(database, 'DELETE FROM list_pages WHERE list = ?').run(list);
  if (rows.length === 0) return;
  const pages = Math.max(1, Math.floor(rows.length / LIST_PAGE_SIZE));
  for (let number = 1; number <= pages; number += 1) {
    const first = rows[(number - 1) * LIST_PAGE_SIZE];
    // Articles published before the first article belong to the oldest page.
    const start = number === 1 ? { time: -8.64e15, id: 0 } : first;
    if (start) addListPage(database, list, { number, fromTime: start.time, fromId: start.id });
  }
}

/** Names of all tags that have at least one live article. */
export function readTagCounts(database: Connection): { tag: string; count: number }[] {
  const sql = `SELECT tag, count(*) AS count FROM article_tags WHERE listed_at IS NOT NULL
    GROUP BY tag ORDER BY count DESC, tag`;
  return prepared<[], { tag: string; count: number }>(database, sql).all();
}

/** Returns the slugs of categories with live articles, in their order. */
export function readCategorySlugs(database: Connection): string[] {
  const sql = `SELECT DISTINCT slug FROM article_categories
    WHERE listed_at IS NOT NULL AND slug <> '' ORDER BY slug`;
  return readValues<string>(database, sql);
}

/** Returns the name of a category with a live article. */
export function findCategoryName(database: Connection, slug: string): string | null {
  const sql = `SELECT c.name FROM article_categories ac JOIN categories c ON c.id = ac.category_id
    WHERE ac.slug = ? AND ac.listed_at IS NOT NULL ORDER BY ac.listed_at DESC LIMIT 1`;
  return findValue<string>(database, sql, slug);
}
