import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  max,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { JobKind, JobListFilter } from '#contracts/job.ts';
import { countRows, type Database } from '../database.ts';
import { type Job, jobPriorities } from '../hot/jobs.ts';
import { findRelease, type Release } from '../hot/releases.ts';
import { jobs, releases } from '../schema/publisher.ts';

const { payload, articleId, state, priority, finishedAt } = jobs;

const selectJobs = ({ query }: Database) =>
  query
    .select({
      id: jobs.id,
      kind: jobs.kind,
      payload,
      articleId,
      state,
      attempts: jobs.attempts,
      leaseOwner: jobs.leaseHolder,
      error: jobs.error,
      result: jobs.result,
      createdAt: jobs.createdAt,
      runAt: jobs.runAt,
      finishedAt,
    })
    .from(jobs);

export function findJob(database: Database, id: number): Job | undefined {
  return selectJobs(database).where(eq(jobs.id, id)).get();
}

/** True for failed jobs that ended after the last release, which would have made up for them. */
function failedSinceRelease({ query }: Database) {
  const liveAt = query
    .select({ at: max(releases.liveAt) })
    .from(releases)
    .where(eq(releases.state, 'live'));
  return and(eq(state, 'failed'), gt(finishedAt, sql`coalesce(${liveAt}, 0)`));
}

/**
 * Lists failed publish jobs, newest first, except where a later job of the article or a new release has
 * made up for the failure.
 */
export function listFailedPublishings(database: Database, limit: number): Job[] {
  const later = alias(jobs, 'later');
  const laterJobs = database.query
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.articleId, articleId), gt(later.id, jobs.id)));
  return selectJobs(database)
    .where(
      and(
        failedSinceRelease(database),
        eq(priority, jobPriorities.publish),
        isNotNull(articleId),
        notExists(laterJobs),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit)
    .all();
}

/** Priorities of the jobs that follow a publish job, and can fail on their own. */
const followUpPriorities = (['content', 'comments', 'refresh', 'follow', 'compress'] as const).map(
  (kind) => jobPriorities[kind],
);

/**
 * Lists failed follow-up jobs, newest first, except where the job is queued again, or a later publish
 * job of the article or a new release has made up for the failure.
 */
export function listFailedFollowUps(database: Database, limit: number): Job[] {
  const { query } = database;
  const again = alias(jobs, 'again');
  const queuedAgain = query
    .select({ id: again.id })
    .from(again)
    .where(
      and(
        inArray(again.state, ['queued', 'running']),
        eq(again.priority, priority),
        eq(again.payload, payload),
      ),
    );
  const later = alias(jobs, 'later');
  const laterDone = query
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.articleId, sql`${payload} ->> 'article'`),
        gt(later.id, jobs.id),
        eq(later.state, 'done'),
      ),
    );
  return selectJobs(database)
    .where(
      and(
        failedSinceRelease(database),
        inArray(priority, followUpPriorities),
        notExists(queuedAgain),
        notExists(laterDone),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit)
    .all();
}

/** Finds the oldest queued job of some kinds that was created before a time and has failed since. */
export function findDelayedJob(
  database: Database,
  kinds: readonly JobKind[],
  before: number,
): Job | undefined {
  const priorities = kinds.map((kind) => jobPriorities[kind]);
  const isDelayed = and(isNotNull(jobs.error), lt(jobs.createdAt, before));
  return selectJobs(database)
    .where(and(eq(state, 'queued'), inArray(priority, priorities), isDelayed))
    .orderBy(asc(jobs.id))
    .limit(1)
    .get();
}

/** Returns a failed or cancelled job to the queue. @returns false if the job was neither */
export function requeueFailedJob({ query }: Database, id: number, now: number): boolean {
  const updated = query
    .update(jobs)
    .set({ state: 'queued', runAt: now, finishedAt: null, error: null })
    .where(and(eq(jobs.id, id), inArray(state, ['failed', 'cancelled'])))
    .run();
  return updated.changes > 0;
}

/** The start of a server may wait for a release, and buckets would differ from the site without the others. */
const uncancellable: JobKind[] = ['release', 'push', 'store'];

/** True if jobs of a kind can be cancelled while they are queued. */
export const isCancellable = (kind: JobKind) => !uncancellable.includes(kind);

/** Cancels a queued job, or dismisses a failed one, which keeps its error. @returns false if the job was neither */
export function cancelJob({ query }: Database, id: number, now: number): boolean {
  const canCancel = or(
    eq(state, 'failed'),
    and(eq(state, 'queued'), notInArray(jobs.kind, uncancellable)),
  );
  const updated = query
    .update(jobs)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(jobs.id, id), canCancel))
    .run();
  return updated.changes > 0;
}

const filterConditions = {
  // Always true; makes SQLite search the primary key, as a test requires.
  all: gt(jobs.id, 0),
  waiting: inArray(state, ['queued', 'running']),
  done: eq(state, 'done'),
  failed: eq(state, 'failed'),
} as const satisfies Record<JobListFilter, unknown>;

/** Lists jobs of all kinds, newest first. */
export function listJobs(database: Database, show: JobListFilter, limit: number): Job[] {
  return selectJobs(database)
    .where(filterConditions[show])
    .orderBy(desc(jobs.id))
    .limit(limit)
    .all();
}

export function countJobs({ query }: Database, show: JobListFilter): number {
  return countRows(query, jobs, filterConditions[show]);
}

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
