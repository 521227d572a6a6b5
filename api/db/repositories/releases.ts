import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { pages, releases } from '../schema.ts';

export type Release = typeof releases.$inferSelect;

export function insertRelease(
  query: Queryable,
  release: { buildId: string; schemaVersion: number; now: number },
): Release {
  return query
    .insert(releases)
    .values({
      buildId: release.buildId,
      schemaVersion: release.schemaVersion,
      state: 'rendering',
      createdAt: release.now,
    })
    .returning()
    .get();
}

export function findRelease(query: Queryable, state: Release['state']): Release | undefined {
  return query
    .select()
    .from(releases)
    .where(eq(releases.state, state))
    .orderBy(desc(releases.id))
    .get();
}

export function listReleases(query: Queryable, limit: number): Release[] {
  return query.select().from(releases).orderBy(desc(releases.id)).limit(limit).all();
}

export function setReleaseState(
  query: Queryable,
  id: number,
  state: Release['state'],
  more: { error?: string; liveAt?: number; schemaVersion?: number } = {},
): void {
  query
    .update(releases)
    .set({ state, ...more })
    .where(eq(releases.id, id))
    .run();
}

/** The release becomes the live one; the live one becomes the previous; older ones are let go. */
export function promoteRelease(query: Queryable, id: number, now: number): void {
  query.update(releases).set({ state: 'removed' }).where(eq(releases.state, 'previous')).run();
  query.update(releases).set({ state: 'previous' }).where(eq(releases.state, 'live')).run();
  setReleaseState(query, id, 'live', { liveAt: now });
}

/** Forgets the pages of releases that are not served and not being rendered. */
export function forgetPagesOf(query: Queryable, releaseIds: number[]): void {
  if (releaseIds.length === 0) return;
  query.delete(pages).where(inArray(pages.releaseId, releaseIds)).run();
}

export function listReleasesIn(query: Queryable, states: Release['state'][]): Release[] {
  return query
    .select()
    .from(releases)
    .where(and(inArray(releases.state, states)))
    .all();
}
