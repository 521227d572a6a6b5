import type { JobKind, JobState } from '#contracts/job.ts';
import type { OutboxFilter } from '#contracts/outbox.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

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
  comments: 3,
  release: 5,
  refresh: 6,
  follow: 7,
  push: 8,
  compress: 9,
  share: 11,
  pictures: 13,
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
  return prepared<[number], unknown>(database, sql).get(jobPriorities[kind]) !== undefined;
}

/** True if a job of a kind with the same payload is queued, due or not. */
export function hasQueuedJobOf(database: Connection, kind: JobKind, payload: unknown): boolean {
  const sql = `SELECT 1 FROM jobs
    WHERE state = 'queued' AND priority = ? AND payload = ? LIMIT 1`;
  const wanted = JSON.stringify(payload);
  return (
    prepared<[number, string], unknown>(database, sql).get(jobPriorities[kind], wanted) !==
    undefined
  );
}

/** Cancels the queued jobs of a kind, because a newer job replaces them. */
export function cancelQueuedJobs(database: Connection, kind: JobKind, now: number): void {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE state = 'queued' AND priority = ?`;
  prepared<[number, number], unknown>(database, sql).run(now, jobPriorities[kind]);
}

/** Makes all queued jobs of a kind due. */
export function bringJobsForward(database: Connection, kind: JobKind, now: number): void {
  const sql = `UPDATE jobs SET run_at = ? WHERE state = 'queued' AND priority = ? AND run_at > ?`;
  prepared<[number, number, number], unknown>(database, sql).run(now, jobPriorities[kind], now);
}

/**
 * Lists failed publish jobs, newest first, except where a later job of the article or a new release has
 * made up for the failure.
 */
export function listFailedPublishings(database: Connection, limit: number): Job[] {
  const sql = `SELECT ${columns} FROM jobs AS job
    WHERE state = 'failed' AND priority = ? AND article_id IS NOT NULL
      AND finished_at > coalesce((SELECT max(live_at) FROM releases WHERE state = 'live'), 0)
      AND NOT EXISTS (SELECT 1 FROM jobs AS later
        WHERE later.article_id = job.article_id AND later.id > job.id)
    ORDER BY id DESC LIMIT ?`;
  return prepared<[number, number], Row>(database, sql)
    .all(jobPriorities.publish, limit)
    .map(parseJob);
}

/** Kinds of jobs that follow a publish job, and can fail on their own. */
const followUpKinds = ['comments', 'refresh', 'follow', 'compress'] as const satisfies JobKind[];

/**
 * Lists failed follow-up jobs, newest first, except where the job is queued again, or a later publish
 * job of the article or a new release has made up for the failure.
 */
export function listFailedFollowUps(database: Connection, limit: number): Job[] {
  const sql = `SELECT ${columns} FROM jobs AS job
    WHERE state = 'failed' AND priority IN (${followUpKinds.map((kind) => jobPriorities[kind]).join()})
      AND finished_at > coalesce((SELECT max(live_at) FROM releases WHERE state = 'live'), 0)
      AND NOT EXISTS (SELECT 1 FROM jobs AS again
        WHERE again.state IN ('queued', 'running') AND again.priority = job.priority
          AND again.payload = job.payload)
      AND NOT EXISTS (SELECT 1 FROM jobs AS later
        WHERE later.article_id = job.payload ->> 'article' AND later.id > job.id
          AND later.state = 'done')
    ORDER BY id DESC LIMIT ?`;
  return prepared<[number], Row>(database, sql).all(limit).map(parseJob);
}

/** Cancels failed jobs with the same payload as a job that is done. */
export function settleFailedJobs(
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

/** Returns a failed or cancelled job to the queue. @returns false if the job was neither */
export function requeueFailedJob(database: Connection, id: number, now: number): boolean {
  const sql = `UPDATE jobs SET state = 'queued', run_at = ?, finished_at = NULL, error = NULL
    WHERE id = ? AND state IN ('failed', 'cancelled')`;
  return prepared<[number, number], unknown>(database, sql).run(now, id).changes > 0;
}

/**
 * Returns true if jobs of a kind can be cancelled while they are queued. The start of a server may wait
 * for a release, and the bucket would differ from the site without a `push` job.
 */
export const isCancellable = (kind: JobKind) => kind !== 'release' && kind !== 'push';

/**
 * Cancels a queued job, or dismisses a failed one, which keeps its error.
 * @returns false if the job was neither
 */
export function cancelJob(database: Connection, id: number, now: number): boolean {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE id = ? AND (state = 'failed' OR (state = 'queued' AND kind NOT IN ('release', 'push')))`;
  return prepared<[number, number], unknown>(database, sql).run(now, id).changes > 0;
}

const shown = {
  all: 'id > 0',
  waiting: `state IN ('queued', 'running')`,
  done: `state = 'done'`,
  trouble: `state = 'failed'`,
} as const satisfies Record<OutboxFilter, string>;

/** Lists jobs of all kinds, newest first. */
export function listJobs(database: Connection, show: OutboxFilter, limit: number): Job[] {
  const sql = `SELECT ${columns} FROM jobs WHERE ${shown[show]} ORDER BY id DESC LIMIT ?`;
  return prepared<[number], Row>(database, sql).all(limit).map(parseJob);
}

export function countJobs(database: Connection, show: OutboxFilter): number {
  const sql = `SELECT count(*) AS found FROM jobs WHERE ${shown[show]}`;
  return prepared<[], { found: number }>(database, sql).get()?.found ?? 0;
}

export function findJob(database: Connection, id: number): Job | null {
  const sql = `SELECT ${columns} FROM jobs WHERE id = ?`;
  const row = prepared<[number], Row>(database, sql).get(id);
  return row ? parseJob(row) : null;
}
