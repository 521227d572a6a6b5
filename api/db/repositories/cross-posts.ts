import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { CrossPostFilter, CrossPostState, CrossPostTarget } from '#contracts/cross-post.ts';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';
import { articles, crossPosts } from '../schema.ts';

/** A row of the ledger. Times are milliseconds UTC. */
export type CrossPost = typeof crossPosts.$inferSelect;
/** A row with what is shown of its article. */
export interface CrossPostWithArticle {
  post: CrossPost;
  article: Pick<typeof articles.$inferSelect, 'id' | 'publicId' | 'title' | 'slug' | 'state'>;
}

const withArticle = {
  post: crossPosts,
  article: {
    id: articles.id,
    publicId: articles.publicId,
    title: articles.title,
    slug: articles.slug,
    state: articles.state,
  },
};

/**
 * Notes the wish to post an article to a service; what is in the ledger stays as it is.
 * @param again plans anew what was called off
 */
export function planCrossPost(
  query: Queryable,
  row: { publicId: string; articleId: number; target: CrossPostTarget; createdAt: number },
  { again }: { again: boolean },
): void {
  const insert = query.insert(crossPosts).values(row);
  if (!again) {
    insert.onConflictDoNothing().run();
    return;
  }
  insert
    .onConflictDoUpdate({
      target: [crossPosts.articleId, crossPosts.target],
      set: { state: 'planned', attempts: 0, nextAt: null, reason: null },
      setWhere: eq(crossPosts.state, 'cancelled'),
    })
    .run();
}

/** Calls off what was only planned. @returns whether it was */
export function cancelPlanned(
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
          eq(crossPosts.state, 'planned'),
        ),
      )
      .run().changes > 0
  );
}

/**
 * Says that an article has changed for its readers: what was planned gets its turn while it is live,
 * and what can be brought up to date over there is looked at again.
 */
export function wakeCrossPosts(
  database: Connection,
  { articleId, live, now }: { articleId: number; live: boolean; now: number },
): void {
  prepared<[object], unknown>(
    database,
    `UPDATE cross_posts SET next_at = CASE
        WHEN state = 'sent' THEN @now
        WHEN @live = 0 THEN NULL
        ELSE coalesce(next_at, @now) END,
      attempts = CASE WHEN state = 'sent' THEN 0 ELSE attempts END
      WHERE article_id = @articleId
        AND (state = 'planned' OR (state = 'sent' AND target = 'dev'))`,
  ).run({ articleId, live: live ? 1 : 0, now });
}

/** Gives what waits for a connection its turn, since there is one now. */
export function wakeWaitingFor(query: Queryable, target: CrossPostTarget, now: number): void {
  query
    .update(crossPosts)
    .set({ nextAt: now, reason: null })
    .where(
      and(
        eq(crossPosts.target, target),
        isNull(crossPosts.nextAt),
        or(
          eq(crossPosts.state, 'planned'),
          // An update, or a look whether it is there, that could not be made.
          and(inArray(crossPosts.state, ['sent', 'unknown']), isNotNull(crossPosts.reason)),
        ),
        // What is unknown and cannot be looked for waits for its owner alone.
        target === 'dev' ? undefined : eq(crossPosts.state, 'planned'),
      ),
    )
    .run();
}

/** Whether anything is due. */
export function hasDueCrossPost(database: Connection, now: number): boolean {
  const statement = 'SELECT 1 FROM cross_posts WHERE next_at <= ? LIMIT 1';
  return prepared<[number], unknown>(database, statement).get(now) !== undefined;
}

/** What is due, the longest waiting first, but for services that are left alone. */
export function listDueCrossPosts(
  query: Queryable,
  { now, resting, limit }: { now: number; resting: CrossPostTarget[]; limit: number },
): CrossPost[] {
  return query
    .select()
    .from(crossPosts)
    .where(
      and(
        isNotNull(crossPosts.nextAt),
        lte(crossPosts.nextAt, now),
        notInArray(crossPosts.target, resting),
      ),
    )
    .orderBy(crossPosts.nextAt, crossPosts.id)
    .limit(limit)
    .all();
}

/** Puts off what cannot be done yet; with null, until somebody does something about it. */
export function postponeCrossPost(
  query: Queryable,
  id: number,
  { nextAt, reason }: { nextAt: number | null; reason?: string | null },
): void {
  query
    .update(crossPosts)
    .set({ nextAt, ...(reason !== undefined && { reason }) })
    .where(eq(crossPosts.id, id))
    .run();
}

/** Writes down the intent to post, before anybody else hears of it. @returns the row as it is now */
export function beginSending(
  query: Queryable,
  id: number,
  { holder, until }: { holder: string; until: number },
): CrossPost {
  return query
    .update(crossPosts)
    .set({
      state: 'sending',
      holder,
      heldUntil: until,
      nextAt: null,
      attempts: sql`attempts + 1`,
    })
    .where(and(eq(crossPosts.id, id), inArray(crossPosts.state, ['planned', 'unknown'])))
    .returning()
    .get();
}

/** Takes a row for an update, which may run twice without harm; `until` stands in `next_at`. */
export function beginUpdate(query: Queryable, id: number, until: number): CrossPost {
  return query
    .update(crossPosts)
    .set({ nextAt: until })
    .where(eq(crossPosts.id, id))
    .returning()
    .get();
}

/** Which attempt it is: the one that may still say how it ended. */
export type Attempt = Pick<CrossPost, 'id' | 'attempts' | 'holder'>;

type Ending = Partial<Omit<CrossPost, 'id' | 'publicId' | 'articleId' | 'target' | 'createdAt'>>;

/** Ends an attempt; one that counts as unknown meanwhile may still tell. */
export function endAttempt(
  query: Queryable,
  { id, attempts, holder }: Attempt,
  ending: Ending,
): void {
  const same = and(
    eq(crossPosts.id, id),
    eq(crossPosts.attempts, attempts),
    holder === null ? isNull(crossPosts.holder) : eq(crossPosts.holder, holder),
    inArray(crossPosts.state, ['sending', 'unknown']),
  );
  query
    .update(crossPosts)
    .set({ ...ending, heldUntil: null })
    .where(same)
    .run();
}

/** Notes that it is there, whatever was thought or decided meanwhile: it must not go out again. */
export function recordSent(query: Queryable, id: number, ending: Ending): void {
  query
    .update(crossPosts)
    .set({ ...ending, state: 'sent', heldUntil: null })
    .where(eq(crossPosts.id, id))
    .run();
}

/** Ends an update, unless the article has changed again since. */
export function endUpdate(
  query: Queryable,
  { id, nextAt }: Pick<CrossPost, 'id' | 'nextAt'>,
  ending: Ending,
): void {
  const { nextAt: next, ...rest } = ending;
  query
    .update(crossPosts)
    .set({
      ...rest,
      nextAt: sql`CASE WHEN next_at = ${nextAt} THEN ${next ?? null} ELSE next_at END`,
    })
    .where(and(eq(crossPosts.id, id), eq(crossPosts.state, 'sent')))
    .run();
}

/** What somebody is sending, or was when the process or its machine went away. */
export function listCrossPostsBeingSent(query: Queryable): CrossPost[] {
  return query.select().from(crossPosts).where(eq(crossPosts.state, 'sending')).all();
}

const states = {
  all: undefined,
  waiting: ['planned', 'sending'],
  sent: ['sent'],
  trouble: ['failed', 'unknown'],
} as const satisfies Record<CrossPostFilter, CrossPostState[] | undefined>;

const shown = (show: CrossPostFilter) =>
  states[show] && inArray(crossPosts.state, [...states[show]]);

/** One page of the ledger, newest first. */
export function listCrossPosts(
  query: Queryable,
  { show, limit, offset }: { show: CrossPostFilter; limit: number; offset: number },
): CrossPostWithArticle[] {
  return (
    query
      .select(withArticle)
      .from(crossPosts)
      .innerJoin(articles, eq(articles.id, crossPosts.articleId))
      // Said so that SQLite walks along the key, and a test sees that it does.
      .where(shown(show) ?? gt(crossPosts.id, 0))
      .orderBy(desc(crossPosts.id))
      .limit(limit)
      .offset(offset)
      .all()
  );
}

export function countCrossPosts(query: Queryable, show: CrossPostFilter): number {
  return query.select({ found: count() }).from(crossPosts).where(shown(show)).get()?.found ?? 0;
}

export function listCrossPostsOf(query: Queryable, articleId: number): CrossPostWithArticle[] {
  return query
    .select(withArticle)
    .from(crossPosts)
    .innerJoin(articles, eq(articles.id, crossPosts.articleId))
    .where(eq(crossPosts.articleId, articleId))
    .all();
}

export function findCrossPost(
  query: Queryable,
  publicId: string,
): CrossPostWithArticle | undefined {
  return query
    .select(withArticle)
    .from(crossPosts)
    .innerJoin(articles, eq(articles.id, crossPosts.articleId))
    .where(eq(crossPosts.publicId, publicId))
    .get();
}

/** What the owner decides about a row, as long as it still is as they saw it. */
export function decideCrossPost(
  query: Queryable,
  { id, states: from }: { id: number; states: CrossPostState[] },
  change: Ending,
): boolean {
  return (
    query
      .update(crossPosts)
      .set({ ...change, holder: null, heldUntil: null })
      .where(and(eq(crossPosts.id, id), inArray(crossPosts.state, from)))
      .run().changes > 0
  );
}

/** Whether readers can open a page of the live release. */
export function isPageLive(database: Connection, path: string): boolean {
  const statement = `SELECT 1 FROM releases JOIN pages ON pages.release_id = releases.id
    WHERE releases.state = 'live' AND pages.path = ? LIMIT 1`;
  return prepared<[string], unknown>(database, statement).get(path) !== undefined;
}

/** Whether a change of an article is still on its way to the readers. */
export function isBeingPublished(database: Connection, articleId: number): boolean {
  const statement = `SELECT 1 FROM jobs WHERE article_id = ? AND state IN ('queued', 'running') LIMIT 1`;
  return prepared<[number], unknown>(database, statement).get(articleId) !== undefined;
}
