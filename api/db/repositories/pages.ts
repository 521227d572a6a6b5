import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

export interface PageRow {
  path: string;
  kind: string;
  hash: string;
  bytes: number;
}

/** Records what a page is and what it read, in place of what was known before. */
export function recordPage(
  database: Connection,
  releaseId: number,
  page: PageRow & { reads: string[]; renderedAt: number },
): void {
  prepared<unknown[], unknown>(
    database,
    `INSERT INTO pages (release_id, path, kind, hash, bytes, rendered_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, hash = excluded.hash,
       bytes = excluded.bytes, rendered_at = excluded.rendered_at`,
  ).run(releaseId, page.path, page.kind, page.hash, page.bytes, page.renderedAt);
  const known = new Set(listReads(database, releaseId, page.path));
  const wanted = new Set(page.reads);
  for (const tag of known.difference(wanted)) {
    prepared<[number, string, string], unknown>(
      database,
      'DELETE FROM page_reads WHERE release_id = ? AND tag = ? AND path = ?',
    ).run(releaseId, tag, page.path);
  }
  for (const tag of wanted.difference(known)) {
    prepared<[number, string, string], unknown>(
      database,
      'INSERT INTO page_reads (release_id, tag, path) VALUES (?, ?, ?)',
    ).run(releaseId, tag, page.path);
  }
}

export function listReads(database: Connection, releaseId: number, path: string): string[] {
  const sql = 'SELECT tag FROM page_reads WHERE release_id = ? AND path = ?';
  return prepared<[number, string], { tag: string }>(database, sql)
    .all(releaseId, path)
    .map((row) => row.tag);
}

/** Pages that have read any of the tags. */
export function findReaders(database: Connection, releaseId: number, tags: string[]): string[] {
  const sql = `SELECT DISTINCT path FROM page_reads
    WHERE release_id = ? AND tag IN (SELECT value FROM json_each(?))`;
  return prepared<[number, string], { path: string }>(database, sql)
    .all(releaseId, JSON.stringify(tags))
    .map((row) => row.path);
}

export function forgetPage(database: Connection, releaseId: number, path: string): void {
  const sql = 'DELETE FROM pages WHERE release_id = ? AND path = ?';
  prepared<[number, string], unknown>(database, sql).run(releaseId, path);
}

export function listPagePaths(database: Connection, releaseId: number): string[] {
  const sql = 'SELECT path FROM pages WHERE release_id = ? ORDER BY path';
  return prepared<[number], { path: string }>(database, sql)
    .all(releaseId)
    .map((row) => row.path);
}
