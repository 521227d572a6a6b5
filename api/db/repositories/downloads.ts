import { and, asc, count, desc, eq, gt, gte, lt, min, type SQL, sql, sum } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { downloads } from '../schema/library.ts';
import { products } from '../schema/products.ts';

/** Request for a file or a range of it with a download link; `bytes` are about to be sent. */
export type DownloadRequest = Pick<
  typeof downloads.$inferSelect,
  'userId' | 'productId' | 'versionId' | 'linkEndsAt' | 'bytes'
> & { now: number };

/** Records a request; the first one of a link starts a download. @returns the row ID of the download */
export function recordDownload({ query }: Database, { now, ...request }: DownloadRequest): number {
  const { userId, versionId, linkEndsAt } = downloads;
  return query
    .insert(downloads)
    .values({ ...request, requests: 1, startedAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [userId, versionId, linkEndsAt],
      set: {
        requests: sql`${downloads.requests} + 1`,
        bytes: sql`${downloads.bytes} + excluded.bytes`,
        lastAt: now,
      },
    })
    .returning({ id: downloads.id })
    .get().id;
}

/** Subtracts bytes that were not sent. */
export function subtractBytes({ query }: Database, id: number, bytes: number): void {
  query
    .update(downloads)
    .set({ bytes: sql`max(0, ${downloads.bytes} - ${bytes})` })
    .where(eq(downloads.id, id))
    .run();
}

/** Returns the bytes of a file version that a member has downloaded since a time, and the time of the first. */
export function sumDownloaded(
  { query }: Database,
  { userId, versionId, after }: { userId: number; versionId: number; after: number },
): { bytes: number; firstAt: number | null } {
  const { bytes, lastAt } = downloads;
  const row = query
    .select({ bytes: sum(bytes).mapWith(Number), firstAt: min(lastAt) })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), eq(downloads.versionId, versionId), gt(lastAt, after)))
    .get();
  return { bytes: row?.bytes ?? 0, firstAt: row?.firstAt ?? null };
}

/** Downloads of a product in one of the requested periods; `span` is the index of the period. */
type DownloadSum = ReturnType<typeof sumDownloadsByProduct>[number];

/**
 * Returns the downloads by product and period, such as months in the owner's time zone.
 * @param spans starts and exclusive ends in milliseconds UTC
 */
export function sumDownloadsByProduct(
  { query }: Database,
  spans: readonly { from: number; until: number }[],
) {
  const span = sql<number>`s.key`;
  const found = count();
  const at = (key: 'from' | 'until'): SQL => sql`s.value ->> ${sql.raw(`'${key}'`)}`;
  return query
    .select({
      span,
      product: products.publicId,
      title: products.title,
      downloads: found,
      bytes: sum(downloads.bytes).mapWith(Number),
    })
    .from(sql`json_each(${JSON.stringify(spans)}) s`)
    .innerJoin(
      downloads,
      and(gte(downloads.startedAt, at('from')), lt(downloads.startedAt, at('until'))),
    )
    .innerJoin(products, eq(products.id, downloads.productId))
    .groupBy(span, products.id)
    .orderBy(asc(span), desc(found), asc(products.id))
    .all();
}
