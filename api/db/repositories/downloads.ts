import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A request for a file or a part of it, by the link it came with. */
export interface DownloadRequest {
  userId: number;
  productId: number;
  versionId: number;
  linkEndsAt: number;
  /** How many are about to leave. */
  bytes: number;
  now: number;
}

/** Notes a request: with the first of its link a download begins. @returns row id of the download */
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

/** Takes back what has not left after all. */
export function subtractBytes(database: Connection, id: number, bytes: number): void {
  const sql = 'UPDATE downloads SET bytes = max(0, bytes - ?) WHERE id = ?';
  prepared<[number, number], unknown>(database, sql).run(bytes, id);
}

/** How much of a version of a file somebody has fetched after a time, and when the first of it. */
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

/** What was fetched of a product in one of the spans that were asked for. */
export interface DownloadSum {
  /** Place of the span in what was asked for. */
  span: number;
  product: string;
  title: string;
  downloads: number;
  bytes: number;
}

/**
 * Downloads by product and span, such as the months of the owner's calendar.
 * @param spans beginnings and ends in milliseconds UTC; an end is no part of its span
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
