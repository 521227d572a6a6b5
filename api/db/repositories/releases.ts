import { count, desc } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { findRelease, type Release } from '../hot/releases.ts';
import { releases } from '../schema/publisher.ts';

/** Lists the newest releases, newest first. */
export function listReleases({ query }: Database, limit: number): Release[] {
  return query.select().from(releases).orderBy(desc(releases.id)).limit(limit).all();
}

/** Returns the last failed release that no newer one has replaced, or null. */
export function findFailedRelease(database: Database): Release | null {
  const failed = findRelease(database, 'failed');
  return failed !== null && failed.id > (findRelease(database, 'live')?.id ?? 0) ? failed : null;
}

/** Returns the number of releases in each state. */
export function countReleases({ query }: Database) {
  const { state } = releases;
  return query.select({ state, count: count() }).from(releases).groupBy(state).all();
}
