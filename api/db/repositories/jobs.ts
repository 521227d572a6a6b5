import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { JobKind, JobState } from '#contracts/job.ts';
import type { Queryable } from '../client.ts';
import { jobs } from '../schema.ts';

export type Job = typeof jobs.$inferSelect;

/** Lower runs first. */
export const jobPriority = { publish: 1, release: 5, compress: 9 } as const satisfies Record<
  JobKind,
  number
>;

export interface NewJob {
  kind: JobKind;
  payload: unknown;
  articleId?: number | null;
  now: number;
}

/** Puts work into the outbox; belongs in the transaction of the change that asks for it. */
export function enqueueJob(query: Queryable, job: NewJob): number {
  const row = query
    .insert(jobs)
    .values({
      kind: job.kind,
      payload: job.payload,
      articleId: job.articleId ?? null,
      priority: jobPriority[job.kind],
      runAt: job.now,
      createdAt: job.now,
    })
    .returning({ id: jobs.id })
    .get();
  return row.id;
}

/**
 * Claims waiting jobs of one kind in their order: what another holder took in between is left out.
 * @returns at most `limit` jobs, now running under `holder`
 */
export function claimJobs(
  query: Queryable,
  claim: { kind: JobKind; holder: string; now: number; limit: number },
): Job[] {
  const due = query
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'queued'),
        eq(jobs.priority, jobPriority[claim.kind]),
        lte(jobs.runAt, claim.now),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(claim.limit)
    .all();
  if (due.length === 0) return [];
  const ids = due.map((row) => row.id);
  return query
    .update(jobs)
    .set({
      state: 'running',
      leaseHolder: claim.holder,
      startedAt: claim.now,
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(and(inArray(jobs.id, ids), eq(jobs.state, 'queued')))
    .returning()
    .all()
    .sort((one, other) => one.id - other.id);
}

/** Ends a job, or puts it back into the queue with a time when `retryAt` is given. */
export function finishJob(
  query: Queryable,
  id: number,
  end: { state: JobState; now: number; error?: string; result?: unknown; retryAt?: number },
): void {
  query
    .update(jobs)
    .set({
      state: end.retryAt === undefined ? end.state : 'queued',
      error: end.error ?? null,
      result: end.result ?? null,
      leaseHolder: null,
      ...(end.retryAt === undefined ? { finishedAt: end.now } : { runAt: end.retryAt }),
    })
    .where(eq(jobs.id, id))
    .run();
}

/** Gives back what a holder that is gone had claimed. Safe: running a job twice changes nothing. */
export function requeueRunningJobs(query: Queryable): number {
  return query
    .update(jobs)
    .set({ state: 'queued', leaseHolder: null })
    .where(eq(jobs.state, 'running'))
    .run().changes;
}

export function findJob(query: Queryable, id: number): Job | undefined {
  return query.select().from(jobs).where(eq(jobs.id, id)).get();
}

/** Forgets ended jobs from before `before`; failed ones stay until somebody has looked. */
export function forgetEndedJobs(query: Queryable, before: number): number {
  return query
    .delete(jobs)
    .where(and(inArray(jobs.state, ['done', 'cancelled']), lte(jobs.finishedAt, before)))
    .run().changes;
}
