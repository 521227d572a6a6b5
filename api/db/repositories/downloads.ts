import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Request for a file or a range of it with a download link. */
export interface DownloadRequest {
  userId: number;
  productId: number;
  versionId: number;
  linkEndsAt: number;
  /** Bytes about to be sent. */
  bytes: number;
  now: number;
}

/** Records a request; the first one of a link starts a download. @returns the row ID of the download */
export function recordDownload(database: Connection, request: DownloadRequest): number {
  const sql = `INSERT INTO downloads (user_id, product_id, version_id, link_ends_at, requests, bytes,
      started_at, last_at)
    VALUES (@userId, @productId, @versionId, @linkEndsAt, 1, @bytes, @now, @now)
    ON CONFLICT (user_id, version_id, link_ends_at) DO UPDATE
      SET requests = requests + 1, bytes = bytes + excluded.bytes, last_at = excluded.last_at
    RETURNING id`;
  const row = prepared<[object], { id: number }>(database, sql).get(request);
  if (!row) throw new Error('a download was not noted');
  return row.id;
}

/** Subtracts bytes that were not sent. */
export function subtractBytes(database: Connection, id: number, bytes: number): void {
  const sql = 'UPDATE downloads SET bytes = max(0, bytes - ?) WHERE id = ?';
  prepared<[number, number], unknown>(database, sql).run(bytes, id);
}

/** Returns the bytes of a file version that a member has downloaded since a time, and the time of the first. */
export function sumDownloaded(
  database: Connection,
  wish: { userId: number; versionId: number; after: number },
): { bytes: number; firstAt: number | null } {
  const sql = `SELECT coalesce(sum(bytes), 0) AS bytes, min(last_at) AS firstAt FROM downloads
    WHERE user_id = @userId AND version_id = @versionId AND last_at > @after`;
  const row = prepared<[object], { bytes: number; firstAt: number | null }>(database, sql).get(
    wish,
  );
  return row ?? { bytes: 0, firstAt: null };
}

/** Downloads of a product in one of the requested periods. */
export interface DownloadSum {
  /** Index of the period. */
  span: number;
  product: string;
  title: string;
  downloads: number;
  bytes: number;
}

/**
 * Returns the downloads by product and period, such as months in the owner's time zone.
 * @param spans starts and exclusive ends in milliseconds UTC
 */
export function sumDownloadsByProduct(
  database: Connection,
  spans: readonly { from: number; until: number }[],
): DownloadSum[] {
  const sql = `SELECT s.key AS span, p.public_id AS product, p.title, count(*) AS downloads,
      sum(d.bytes) AS bytes
    FROM json_each(@spans) s
    JOIN downloads d ON d.started_at >= s.value ->> 'from' AND d.started_at < s.value ->> 'until'
    JOIN products p ON p.id = d.product_id
    GROUP BY s.key, p.id ORDER BY s.key, downloads DESC, p.id`;
  return prepared<[object], DownloadSum>(database, sql).all({ spans: JSON.stringify(spans) });
}
