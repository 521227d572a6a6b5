import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

export type ReleaseState = 'rendering' | 'live' | 'previous' | 'failed' | 'removed';

/** A rendering of everything with one build of the code. */
export interface Release {
  id: number;
  buildId: string;
  schemaVersion: number;
  state: ReleaseState;
  error: string | null;
  createdAt: number;
  liveAt: number | null;
}

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
