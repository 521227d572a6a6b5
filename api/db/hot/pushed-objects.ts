import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Object in the bucket of PUBLISH_TO as the server has stored it. */
export interface PushedObject {
  name: string;
  sha256: string;
  etag: string;
}

export function findPushedObject(database: Connection, name: string): PushedObject | undefined {
  const sql = 'SELECT name, sha256, etag FROM pushed_objects WHERE name = ?';
  return prepared<[string], PushedObject>(database, sql).get(name);
}

export function recordPushedObject(database: Connection, object: PushedObject): void {
  const sql = `INSERT INTO pushed_objects (name, sha256, etag) VALUES (@name, @sha256, @etag)
    ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, etag = excluded.etag`;
  prepared<[PushedObject], unknown>(database, sql).run(object);
}

export function deletePushedObject(database: Connection, name: string): void {
  prepared<[string], unknown>(database, 'DELETE FROM pushed_objects WHERE name = ?').run(name);
}
