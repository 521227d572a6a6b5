import type { Connection } from '../connection.ts';
import type { releases } from '../schema/publisher.ts';
import { prepared, readValues } from '../statement-cache.ts';

/** Rendered page with its dependency tags. */
export interface PageRow {
  path: string;
  kind: string;
  /** CRC-32 of the file. */
  checksum: number;
  dependencies: string[];
}

/** A rendering of everything with one build of the code. */
export type Release = typeof releases.$inferSelect;
type ReleaseState = Release['state'];

const columns = `id, build_id AS buildId, schema_version AS schemaVersion, state, error,
  created_at AS createdAt, live_at AS liveAt`;

export function insertRelease(
  database: Connection,
  release: { buildId: string; schemaVersion: number; now: number },
): number {
  const sql = `INSERT INTO releases (build_id, schema_version, state, created_at)
    VALUES (?, ?, 'rendering', ?)`;
  const { lastInsertRowid } = prepared<[string, number, number], unknown>(database, sql).run(
    release.buildId,
    release.schemaVersion,
    release.now,
  );
  return Number(lastInsertRowid);
}

export function findRelease(database: Connection, state: ReleaseState): Release | null {
  const sql = `SELECT ${columns} FROM releases WHERE state = ? ORDER BY id DESC LIMIT 1`;
  return prepared<[string], Release>(database, sql).get(state) ?? null;
}

export function listReleasesIn(database: Connection, state: ReleaseState): Release[] {
  const sql = `SELECT ${columns} FROM releases WHERE state = ? ORDER BY id`;
  return prepared<[string], Release>(database, sql).all(state);
}

export function setReleaseState(
  database: Connection,
  id: number,
  state: ReleaseState,
  more: { error?: string; liveAt?: number; schemaVersion?: number } = {},
): void {
  const sql = `UPDATE releases SET state = @state, error = coalesce(@error, error),
    live_at = coalesce(@liveAt, live_at), schema_version = coalesce(@schemaVersion, schema_version)
    WHERE id = @id`;
  prepared<[object], unknown>(database, sql).run({
    id,
    state,
    error: more.error ?? null,
    liveAt: more.liveAt ?? null,
    schemaVersion: more.schemaVersion ?? null,
  });
}

/** Makes a release live and the live one the previous; older ones are retired. */
export function promoteRelease(database: Connection, id: number, now: number): void {
  const move = prepared<[string, string], unknown>(
    database,
    'UPDATE releases SET state = ? WHERE state = ?',
  );
  move.run('removed', 'previous');
  move.run('previous', 'live');
  setReleaseState(database, id, 'live', { liveAt: now });
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
  const storedTags = new Set(listPageDependencies(database, releaseId, page.path));
  const presentTags = new Set(page.dependencies);
  for (const tag of storedTags.difference(presentTags)) {
    prepared<[number, string, number], unknown>(
      database,
      'DELETE FROM page_dependencies WHERE release_id = ? AND tag = ? AND page_id = ?',
    ).run(releaseId, tag, id);
  }
  for (const tag of presentTags.difference(storedTags)) {
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
     SELECT page.release_id, dependency.value, page.id
     FROM json_each(?) AS written
     CROSS JOIN json_each(written.value, '$.dependencies') AS dependency
     CROSS JOIN pages AS page ON page.release_id = ? AND page.path = written.value ->> 'path'`,
  ).run(pages, releaseId);
}

export function listPageDependencies(
  database: Connection,
  releaseId: number,
  path: string,
): string[] {
  const sql = `SELECT tag FROM page_dependencies
    WHERE page_id = (SELECT id FROM pages WHERE release_id = ? AND path = ?)`;
  return readValues<string>(database, sql, releaseId, path);
}

/** Returns the pages that depend on any of the tags. */
export function findDependentPages(
  database: Connection,
  releaseId: number,
  tags: string[],
): string[] {
  const sql = `SELECT path FROM pages WHERE id IN (SELECT page_id FROM page_dependencies
    WHERE release_id = ? AND tag IN (SELECT value FROM json_each(?)))`;
  return readValues<string>(database, sql, releaseId, JSON.stringify(tags));
}

export function deletePageRow(database: Connection, releaseId: number, path: string): void {
  const sql = 'DELETE FROM pages WHERE release_id = ? AND path = ?';
  prepared<[number, string], unknown>(database, sql).run(releaseId, path);
}

export function listPagePaths(database: Connection, releaseId: number): string[] {
  const sql = 'SELECT path FROM pages WHERE release_id = ? ORDER BY path';
  return readValues<string>(database, sql, releaseId);
}
