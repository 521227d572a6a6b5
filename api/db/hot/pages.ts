import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Rendered page; `reads` are its dependency tags. */
export interface PageRow {
  path: string;
  kind: string;
  /** CRC-32 of the file. */
  checksum: number;
  reads: string[];
}

/** Stores a page and replaces its dependencies. */
export function recordPage(
  database: Connection,
  releaseId: number,
  page: PageRow,
  renderedAt: number,
): void {
  const { id } = prepared<unknown[], { id: number }>(
    database,
    `INSERT INTO pages (release_id, path, kind, checksum, rendered_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, checksum = excluded.checksum,
       rendered_at = excluded.rendered_at RETURNING id`,
  ).get(releaseId, page.path, page.kind, page.checksum, renderedAt) as { id: number };
  const known = new Set(listReads(database, releaseId, page.path));
  const wanted = new Set(page.reads);
  for (const tag of known.difference(wanted)) {
    prepared<[number, string, number], unknown>(
      database,
      'DELETE FROM page_dependencies WHERE release_id = ? AND tag = ? AND page_id = ?',
    ).run(releaseId, tag, id);
  }
  for (const tag of wanted.difference(known)) {
    prepared<[number, string, number], unknown>(
      database,
      'INSERT INTO page_dependencies (release_id, tag, page_id) VALUES (?, ?, ?)',
    ).run(releaseId, tag, id);
  }
}

/**
 * Records many pages that the release does not have yet, in two statements instead of ten a page.
 * @param pages JSON of a PageRow[]
 */
export function recordNewPages(
  database: Connection,
  releaseId: number,
  pages: string,
  renderedAt: number,
): void {
  prepared<unknown[], unknown>(
    database,
    `INSERT INTO pages (release_id, path, kind, checksum, rendered_at)
     SELECT ?, value ->> 'path', value ->> 'kind', value ->> 'checksum', ? FROM json_each(?)`,
  ).run(releaseId, renderedAt, pages);
  prepared<unknown[], unknown>(
    database,
    `INSERT OR IGNORE INTO page_dependencies (release_id, tag, page_id)
     SELECT page.release_id, read.value, page.id
     FROM json_each(?) AS written
     CROSS JOIN json_each(written.value, '$.reads') AS read
     CROSS JOIN pages AS page ON page.release_id = ? AND page.path = written.value ->> 'path'`,
  ).run(pages, releaseId);
}

export function listReads(database: Connection, releaseId: number, path: string): string[] {
  const sql = `SELECT tag FROM page_dependencies
    WHERE page_id = (SELECT id FROM pages WHERE release_id = ? AND path = ?)`;
  return prepared<[number, string], { tag: string }>(database, sql)
    .all(releaseId, path)
    .map((row) => row.tag);
}

/** Returns the pages that depend on any of the tags. */
export function findReaders(database: Connection, releaseId: number, tags: string[]): string[] {
  const sql = `SELECT path FROM pages WHERE id IN (SELECT page_id FROM page_dependencies
    WHERE release_id = ? AND tag IN (SELECT value FROM json_each(?)))`;
  return prepared<[number, string], { path: string }>(database, sql)
    .all(releaseId, JSON.stringify(tags))
    .map((row) => row.path);
}

export function deletePageRow(database: Connection, releaseId: number, path: string): void {
  const sql = 'DELETE FROM pages WHERE release_id = ? AND path = ?';
  prepared<[number, string], unknown>(database, sql).run(releaseId, path);
}

export function listPagePaths(database: Connection, releaseId: number): string[] {
  const sql = 'SELECT path FROM pages WHERE release_id = ? ORDER BY path';
  return prepared<[number], { path: string }>(database, sql)
    .all(releaseId)
    .map((row) => row.path);
}
