import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { CrossPostFilter, CrossPostState, CrossPostTarget } from '#contracts/cross-post.ts';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { articles } from '../schema/articles.ts';
import { connections, crossPosts } from '../schema/cross-posts.ts';
import { jobs, pages, releases } from '../schema/publisher.ts';

/** Cross-post of an article to a service. Times are milliseconds UTC. */
export type CrossPost = typeof crossPosts.$inferSelect;
/** Cross-post with the fields of its article that are shown. */
export type CrossPostWithArticle = ReturnType<typeof listCrossPostsOf>[number];

function selectWithArticle(query: Queryable) {
  const { id, publicId, title, slug, state } = articles;
  return query
    .select({ post: crossPosts, article: { id, publicId, title, slug, state } })
    .from(crossPosts)
    .innerJoin(articles, eq(articles.id, crossPosts.articleId));
}

/**
 * Stores that an article is to be posted to a service, unless there is a cross-post already.
 * @param reviveCancelled true to schedule a cancelled cross-post again
 */
export function scheduleCrossPost(
  query: Queryable,
  row: { publicId: string; articleId: number; target: CrossPostTarget; createdAt: number },
  { reviveCancelled }: { reviveCancelled: boolean },
): void {
  const insert = query.insert(crossPosts).values(row);
  if (!reviveCancelled) {
    insert.onConflictDoNothing().run();
    return;
  }
  insert
    .onConflictDoUpdate({
      target: [crossPosts.articleId, crossPosts.target],
      set: { state: 'scheduled', attempts: 0, nextAt: null, reason: null },
      setWhere: eq(crossPosts.state, 'cancelled'),
    })
    .run();
}

/** Cancels a scheduled cross-post. @returns false if there is none */
export function cancelScheduledPost(
  query: Queryable,
  which: { articleId: number; target: CrossPostTarget },
): boolean {
  return (
    query
      .update(crossPosts)
      .set({ state: 'cancelled', nextAt: null, reason: null })
      .where(
        and(
          eq(crossPosts.articleId, which.articleId),
          eq(crossPosts.target, which.target),
          eq(crossPosts.state, 'scheduled'),
        ),
      )
      .run().changes > 0
  );
}

/** Makes the cross-posts of a changed article due: scheduled ones if it is live, and updates. */
export function wakeCrossPosts(
  { query }: Database,
  { articleId, live, now }: { articleId: number; live: boolean; now: number },
): void {
  const { nextAt, attempts, state, target } = crossPosts;
  const whenPlanned = live ? sql`coalesce(${nextAt}, ${now})` : sql`NULL`;
  query
    .update(crossPosts)
    .set({
      nextAt: sql`CASE WHEN ${state} = 'sent' THEN ${now} ELSE ${whenPlanned} END`,
      attempts: sql`CASE WHEN ${state} = 'sent' THEN 0 ELSE ${attempts} END`,
    })
    .where(
      and(
        eq(crossPosts.articleId, articleId),
        or(eq(state, 'scheduled'), and(eq(state, 'sent'), eq(target, 'dev'))),
      ),
    )
    .run();
}

/** Makes the cross-posts due that waited for a connection to a service. */
export function wakeWaitingFor(query: Queryable, target: CrossPostTarget, now: number): void {
  query
    .update(crossPosts)
    .set({ nextAt: now, reason: null })
    .where(
      and(
        eq(crossPosts.target, target),
        isNull(crossPosts.nextAt),
        or(
          eq(crossPosts.state, 'scheduled'),
          // An update or a search that needed a connection.
          and(inArray(crossPosts.state, ['sent', 'unknown']), isNotNull(crossPosts.reason)),
        ),
        // Only an admin retries unknown posts where the service cannot be searched.
        target === 'dev' ? undefined : eq(crossPosts.state, 'scheduled'),
      ),
    )
    .run();
}

/** Lists due posts and updates, longest due first, except those of some services. */
export function listDueCrossPosts(
  query: Queryable,
  { now, excluded, limit }: { now: number; excluded: CrossPostTarget[]; limit: number },
): CrossPost[] {
  return query
    .select()
    .from(crossPosts)
    .where(
      and(
        isNotNull(crossPosts.nextAt),
        lte(crossPosts.nextAt, now),
        // An attempt that has exceeded its lease is recovered, not claimed.
        ne(crossPosts.state, 'sending'),
        notInArray(crossPosts.target, excluded),
      ),
    )
    .orderBy(crossPosts.nextAt, crossPosts.id)
    .limit(limit)
    .all();
}

export function findCrossPostById(query: Queryable, id: number): CrossPost | undefined {
  return query.select().from(crossPosts).where(eq(crossPosts.id, id)).get();
}

export type CrossPostChanges = Partial<
  Omit<CrossPost, 'id' | 'publicId' | 'articleId' | 'target' | 'createdAt'>
>;

export function updateCrossPost(query: Queryable, id: number, changes: CrossPostChanges): void {
  query.update(crossPosts).set(changes).where(eq(crossPosts.id, id)).run();
}

const states = {
  all: undefined,
  waiting: ['scheduled', 'sending'],
  sent: ['sent'],
  failed: ['failed', 'unknown'],
} as const satisfies Record<CrossPostFilter, CrossPostState[] | undefined>;

const crossPostCondition = (show: CrossPostFilter) =>
  states[show] && inArray(crossPosts.state, [...states[show]]);

/** Lists one page of cross-posts, newest first. */
export function listCrossPosts(
  query: Queryable,
  { show, limit, offset }: Page & { show: CrossPostFilter },
): CrossPostWithArticle[] {
  return (
    selectWithArticle(query)
      // Always true; makes SQLite search the primary key, as a test requires.
      .where(crossPostCondition(show) ?? gt(crossPosts.id, 0))
      .orderBy(desc(crossPosts.id))
      .limit(limit)
      .offset(offset)
      .all()
  );
}

export function countCrossPosts(query: Queryable, show: CrossPostFilter): number {
  return countRows(query, crossPosts, crossPostCondition(show));
}

export function listCrossPostsOf(query: Queryable, articleId: number) {
  return selectWithArticle(query).where(eq(crossPosts.articleId, articleId)).all();
}

export function findCrossPost(
  query: Queryable,
  publicId: string,
): CrossPostWithArticle | undefined {
  return selectWithArticle(query).where(eq(crossPosts.publicId, publicId)).get();
}

/** Applies a decision of an admin, if the cross-post is in one of the states. */
export function decideCrossPost(
  query: Queryable,
  { id, states: from }: { id: number; states: CrossPostState[] },
  change: CrossPostChanges,
): boolean {
  return (
    query
      .update(crossPosts)
      .set({ ...change, holder: null })
      .where(and(eq(crossPosts.id, id), inArray(crossPosts.state, from)))
      .run().changes > 0
  );
}

/** True if a page is part of the live release. */
export function isPageLive({ query }: Database, path: string): boolean {
  const page = query
    .select({ id: pages.id })
    .from(releases)
    .innerJoin(pages, eq(pages.releaseId, releases.id))
    .where(and(eq(releases.state, 'live'), eq(pages.path, path)))
    .limit(1)
    .get();
  return page !== undefined;
}

/** True if a publish job of an article is queued or running. */
export function isBeingPublished({ query }: Database, articleId: number): boolean {
  const { id, state } = jobs;
  const condition = and(eq(jobs.articleId, articleId), inArray(state, ['queued', 'running']));
  return query.select({ id }).from(jobs).where(condition).limit(1).get() !== undefined;
}

/** An account at another service. Times are milliseconds UTC. */
export type Connection = typeof connections.$inferSelect;

export function findConnection(query: Queryable, target: CrossPostTarget): Connection | undefined {
  return query.select().from(connections).where(eq(connections.target, target)).get();
}

export function listConnections(query: Queryable): Connection[] {
  return query.select().from(connections).all();
}

/** Keeps a connection in the place of the one before. */
export function saveConnection(
  query: Queryable,
  row: Omit<Connection, 'remindedAt' | 'refusedAt'>,
): void {
  const fresh = { ...row, remindedAt: null, refusedAt: null };
  query
    .insert(connections)
    .values(fresh)
    .onConflictDoUpdate({ target: connections.target, set: fresh })
    .run();
}

/** @returns true if there was a connection */
export function deleteConnection(query: Queryable, target: CrossPostTarget): boolean {
  return query.delete(connections).where(eq(connections.target, target)).run().changes > 0;
}

/** Stores whether a service rejects the connection. */
export function updateRefusedAt(
  query: Queryable,
  { target, encrypted }: Pick<Connection, 'target' | 'encrypted'>,
  refusedAt: number | null,
): void {
  query
    .update(connections)
    .set({ refusedAt })
    // A newer connection is not affected.
    .where(and(eq(connections.target, target), eq(connections.encrypted, encrypted)))
    .run();
}

/** Returns connections that expire by then without a reminder. */
export function listEndingConnections(query: Queryable, endingBy: number): Connection[] {
  return query
    .select()
    .from(connections)
    .where(
      and(
        isNotNull(connections.expiresAt),
        lte(connections.expiresAt, endingBy),
        isNull(connections.remindedAt),
      ),
    )
    .all();
}

export function updateRemindedAt(
  query: Queryable,
  target: CrossPostTarget,
  remindedAt: number,
): void {
  query.update(connections).set({ remindedAt }).where(eq(connections.target, target)).run();
}
