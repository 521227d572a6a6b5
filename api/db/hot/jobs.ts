import type { JobKind, JobState } from '#contracts/job.ts';
import type { Connection } from '../connection.ts';
import { hasRow, prepared } from '../statement-cache.ts';

/** Row of the publisher's queue. Times are milliseconds UTC. */
export interface Job {
  id: number;
  kind: JobKind;
  payload: unknown;
  articleId: number | null;
  state: JobState;
  attempts: number;
  leaseOwner: string | null;
  error: string | null;
  result: unknown;
  createdAt: number;
  /** Time of the next attempt of a queued job. */
  runAt: number;
  finishedAt: number | null;
}

type Row = Omit<Job, 'payload' | 'result'> & { payload: string; result: string | null };

const columns = `id, kind, payload, article_id AS articleId, state, attempts,
  lease_holder AS leaseOwner, error, result, created_at AS createdAt, run_at AS runAt,
  finished_at AS finishedAt`;

const parseJob = (row: Row): Job => ({
  ...row,
  payload: JSON.parse(row.payload),
  result: row.result === null ? null : JSON.parse(row.result),
});

/** Priority of each kind, lowest first; it selects the jobs of a kind with the index. */
export const jobPriorities = {
  publish: 1,
  content: 2,
  comments: 3,
  release: 5,
  refresh: 6,
  follow: 7,
  push: 8,
  store: 10,
  compress: 9,
  'og-images': 11,
  images: 13,
} as const satisfies Record<JobKind, number>;

export interface NewJob {
  kind: JobKind;
  payload: unknown;
  articleId?: number | null;
  now: number;
  /** Time of the first attempt; now by default. */
  runAt?: number;
}

/** Stores a job in the queue; call it in the transaction of the change that triggers it. */
export function enqueueJob(database: Connection, job: NewJob): number {
  const sql = `INSERT INTO jobs (kind, payload, article_id, priority, run_at, created_at)
    VALUES (@kind, @payload, @articleId, @priority, @runAt, @now)`;
  const { lastInsertRowid } = prepared<[object], unknown>(database, sql).run({
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    articleId: job.articleId ?? null,
    priority: jobPriorities[job.kind],
    runAt: job.runAt ?? job.now,
    now: job.now,
  });
  return Number(lastInsertRowid);
}

/** Lists jobs by id, in this order. */
export function listJobsById(database: Connection, ids: number[]): Job[] {
  const sql = `SELECT ${columns} FROM jobs WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return prepared<[string], Row>(database, sql).all(JSON.stringify(ids)).map(parseJob);
}

/** Stores the result of an attempt. */
export function updateJob(
  database: Connection,
  id: number,
  {
    error,
    result,
    finishedAt,
  }: { error: string | null; result?: unknown; finishedAt: number | null },
): void {
  const sql =
    'UPDATE jobs SET error = @error, result = @result, finished_at = @finishedAt WHERE id = @id';
  const json = result === undefined ? null : JSON.stringify(result);
  prepared<[object], unknown>(database, sql).run({ id, error, result: json, finishedAt });
}

/** Merges fields into the payload of a job, for its next attempt. */
export function amendJob(database: Connection, id: number, more: object): void {
  const sql = 'UPDATE jobs SET payload = json_patch(payload, ?) WHERE id = ?';
  prepared<[string, number], unknown>(database, sql).run(JSON.stringify(more), id);
}

/** True if a job of a kind is queued, due or not. */
export function hasQueuedJob(database: Connection, kind: JobKind): boolean {
  const sql = `SELECT 1 FROM jobs WHERE state = 'queued' AND priority = ? LIMIT 1`;
  return hasRow(database, sql, jobPriorities[kind]);
}

/** True if jobs of a kind are queued or running, and none of them has failed. */
export function hasHealthyJobs(database: Connection, kind: JobKind): boolean {
  const sql = `SELECT count(*) AS open, count(error) AS failed FROM jobs
    WHERE state IN ('queued', 'running') AND priority = ?`;
  const row = prepared<[number], { open: number; failed: number }>(database, sql).get(
    jobPriorities[kind],
  );
  return row !== undefined && row.open > 0 && row.failed === 0;
}

/** True if a job of a kind with the same payload is queued, due or not. */
export function hasQueuedJobOf(database: Connection, kind: JobKind, payload: unknown): boolean {
  const sql = `SELECT 1 FROM jobs
    WHERE state = 'queued' AND priority = ? AND payload = ? LIMIT 1`;
  const wanted = JSON.stringify(payload);
  return hasRow(database, sql, jobPriorities[kind], wanted);
}

export function cancelQueuedJobs(database: Connection, kind: JobKind, now: number): void {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE state = 'queued' AND priority = ?`;
  prepared<[number, number], unknown>(database, sql).run(now, jobPriorities[kind]);
}

export function makeJobsDue(database: Connection, kind: JobKind, now: number): void {
  const sql = `UPDATE jobs SET run_at = ? WHERE state = 'queued' AND priority = ? AND run_at > ?`;
  prepared<[number, number, number], unknown>(database, sql).run(now, jobPriorities[kind], now);
}

/** Cancels failed jobs with the same payload as a job that is done. */
export function resolveFailedJobs(
  database: Connection,
  { kind, payload, now }: { kind: JobKind; payload: unknown; now: number },
): void {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE state = 'failed' AND priority = ? AND payload = ?`;
  prepared<[number, number, string], unknown>(database, sql).run(
    now,
    jobPriorities[kind],
    JSON.stringify(payload),
  );
}

/**
 * Claims or renews a lease; call it in a transaction.
 * @param lease.ended returns true for holders that have exited, whose lease may be claimed early
 * @returns true if `holder` has the lease now
 */
export function claimLease(
  database: Connection,
  lease: {
    name: string;
    holder: string;
    now: number;
    until: number;
    ended: (holder: string) => boolean;
  },
): boolean {
  const current = findLease(database, lease.name);
  const taken = current && current.holder !== lease.holder && current.heldUntil > lease.now;
  if (taken && !lease.ended(current.holder)) return false;
  prepared<[string, string, number], unknown>(
    database,
    `INSERT INTO leases (name, holder, held_until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until`,
  ).run(lease.name, lease.holder, lease.until);
  return true;
}

export function releaseLease(database: Connection, name: string, holder: string): void {
  const sql = 'DELETE FROM leases WHERE name = ? AND holder = ?';
  prepared<[string, string], unknown>(database, sql).run(name, holder);
}

/** Returns a lease, also an expired one, or null. */
export function findLease(
  database: Connection,
  name: string,
): { holder: string; heldUntil: number } | null {
  const sql = 'SELECT holder, held_until AS heldUntil FROM leases WHERE name = ?';
  return prepared<[string], { holder: string; heldUntil: number }>(database, sql).get(name) ?? null;
}
