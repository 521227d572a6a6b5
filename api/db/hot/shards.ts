import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';

/** Tables whose live rows are published in sitemaps and search indexes, split by row id. */
type ShardedTable = 'articles' | 'products';

/** Returns the live rows with row ids from `from` to before `to`, for the sitemap. */
export function readSitemapRows(
  database: Connection,
  table: ShardedTable,
  from: number,
  to: number,
): { slug: string; updatedAt: number }[] {
  const sql = `SELECT slug, updated_at AS updatedAt FROM ${table}
    WHERE id >= ? AND id < ? AND state = 'live' ORDER BY id`;
  type Row = { slug: string; updatedAt: number };
  return prepared<[number, number], Row>(database, sql).all(from, to);
}

/** Returns the shards of `size` row ids that contain a live row. */
export function readLiveShards(database: Connection, table: ShardedTable, size: number): number[] {
  const sql = `SELECT DISTINCT id / CAST(? AS INTEGER) AS shard FROM ${table}
    WHERE state = 'live' ORDER BY shard`;
  return readValues<number>(database, sql, size);
}

/** Returns the highest row id of a live row, or 0. */
export function readHighestLiveId(database: Connection, table: ShardedTable): number {
  const sql = `SELECT id FROM ${table} WHERE state = 'live' ORDER BY id DESC LIMIT 1`;
  return findValue<number>(database, sql) ?? 0;
}
