import type { JobKind, JobState } from '#contracts/job.ts';
import type { OutboxFilter } from '#contracts/outbox.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** A row of the outbox. Times are milliseconds UTC. */
export interface Job {
  id: number;
  kind: JobKind;
  payload: unknown;
  articleId: number | null;
  state: JobState;
  attempts: number;
  error: string | null;
  result: unknown;
  createdAt: number;
  /** When it may begin, while it waits. */
  runAt: number;
  finishedAt: number | null;
}

type Row = Omit<Job, 'payload' | 'result'> & { payload: string; result: string | null };

const columns = `id, kind, payload, article_id AS articleId, state, attempts, error, result,
  created_at AS createdAt, run_at AS runAt, finished_at AS finishedAt`;

const parseJob = (row: Row): Job => ({
  ...row,
  payload: JSON.parse(row.payload),
  result: row.result === null ? null : JSON.parse(row.result),
});

/** Lower runs first. */
const priorities = {
  publish: 1,
  comments: 3,
  release: 5,
  refresh: 6,
  follow: 7,
  compress: 9,
  share: 11,
  pictures: 13,
} as const satisfies Record<JobKind, number>;

export interface NewJob {
  kind: JobKind;
  payload: unknown;
  articleId?: number | null;
  now: number;
  /** When it may begin; at once by default. */
  runAt?: number;
}

/** Puts work into the outbox; belongs in the transaction of the change that asks for it. */
export function enqueueJob(database: Connection, job: NewJob): number {
  const sql = `INSERT INTO jobs (kind, payload, article_id, priority, run_at, created_at)
    VALUES (@kind, @payload, @articleId, @priority, @runAt, @now)`;
  const { lastInsertRowid } = prepared<[object], unknown>(database, sql).run({
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    articleId: job.articleId ?? null,
    priority: priorities[job.kind],
    runAt: job.runAt ?? job.now,
    now: job.now,
  });
  return Number(lastInsertRowid);
}

/**
 * Claims waiting jobs of one kind in their order, each by a conditional update.
 * @returns at most `limit` jobs, now running under `holder`
 */
export function claimJobs(
  database: Connection,
  claim: { kind: JobKind; holder: string; now: number; limit: number },
): Job[] {
  const sql = `UPDATE jobs SET state = 'running', lease_holder = @holder, started_at = @now,
      attempts = attempts + 1
    WHERE state = 'queued' AND id IN (
      SELECT id FROM jobs WHERE state = 'queued' AND priority = @priority AND run_at <= @now
      ORDER BY run_at, id LIMIT @limit)
    RETURNING ${columns}`;
  return prepared<[object], Row>(database, sql)
    .all({ ...claim, kind: undefined, priority: priorities[claim.kind] })
    .map(parseJob)
    .sort((one, other) => one.id - other.id);
}

/** Whether a job of this kind could be claimed. */
export function hasDueJob(database: Connection, kind: JobKind, now: number): boolean {
  const sql = `SELECT 1 FROM jobs WHERE state = 'queued' AND priority = ? AND run_at <= ? LIMIT 1`;
  return (
    prepared<[number, number], unknown>(database, sql).get(priorities[kind], now) !== undefined
  );
}

/** Ends a job, or puts it back into the queue with a time when `retryAt` is given. */
export function finishJob(
  database: Connection,
  id: number,
  end: { state: JobState; now: number; error?: string; result?: unknown; retryAt?: number },
): void {
  const sql = `UPDATE jobs SET state = @state, error = @error, result = @result,
      lease_holder = NULL, finished_at = @finishedAt, run_at = coalesce(@retryAt, run_at)
    WHERE id = @id`;
  const again = end.retryAt !== undefined;
  prepared<[object], unknown>(database, sql).run({
    id,
    state: again ? 'queued' : end.state,
    error: end.error ?? null,
    result: end.result === undefined ? null : JSON.stringify(end.result),
    finishedAt: again ? null : end.now,
    retryAt: end.retryAt ?? null,
  });
}

/** Adds to what a job is about, for whoever has to do it again. */
export function amendJob(database: Connection, id: number, more: object): void {
  const sql = 'UPDATE jobs SET payload = json_patch(payload, ?) WHERE id = ?';
  prepared<[string, number], unknown>(database, sql).run(JSON.stringify(more), id);
}

/** Gives back what a holder that is gone had claimed. Safe: running a job twice changes nothing. */
export function requeueRunningJobs(database: Connection): number {
  const sql = `UPDATE jobs SET state = 'queued', lease_holder = NULL WHERE state = 'running'`;
  return prepared<[], unknown>(database, sql).run().changes;
}

/** Whether a job of this kind waits, due or not. */
export function hasQueuedJob(database: Connection, kind: JobKind): boolean {
  const sql = `SELECT 1 FROM jobs WHERE state = 'queued' AND priority = ? LIMIT 1`;
  return prepared<[number], unknown>(database, sql).get(priorities[kind]) !== undefined;
}

/** Whether a job of this kind with this very payload waits, due or not. */
export function hasQueuedJobOf(database: Connection, kind: JobKind, payload: unknown): boolean {
  const sql = `SELECT 1 FROM jobs
    WHERE state = 'queued' AND priority = ? AND payload = ? LIMIT 1`;
  const wanted = JSON.stringify(payload);
  return (
    prepared<[number, string], unknown>(database, sql).get(priorities[kind], wanted) !== undefined
  );
}

/** Waiting jobs of a kind that a newer wish has made pointless. */
export function cancelQueuedJobs(database: Connection, kind: JobKind, now: number): void {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE state = 'queued' AND priority = ?`;
  prepared<[number, number], unknown>(database, sql).run(now, priorities[kind]);
}

/**
 * Publishings that failed and that nothing has made up for since: no later one of the same article,
 * no fresh release. Newest first.
 */
export function listFailedPublishings(database: Connection, limit: number): Job[] {
  const sql = `SELECT ${columns} FROM jobs AS job
    WHERE state = 'failed' AND priority = ? AND article_id IS NOT NULL
      AND finished_at > coalesce((SELECT max(live_at) FROM releases WHERE state = 'live'), 0)
      AND NOT EXISTS (SELECT 1 FROM jobs AS later
        WHERE later.article_id = job.article_id AND later.id > job.id)
    ORDER BY id DESC LIMIT ?`;
  return prepared<[number, number], Row>(database, sql)
    .all(priorities.publish, limit)
    .map(parseJob);
}

/** Work that follows a publishing, and can fail by itself. */
const followers = ['comments', 'refresh', 'follow', 'compress'] as const satisfies JobKind[];

/**
 * Work after a publishing that failed, and that nothing has made up for since: it does not wait
 * again, its article was not published later, and there is no fresh release. Newest first.
 */
export function listFailedFollowers(database: Connection, limit: number): Job[] {
  const sql = `SELECT ${columns} FROM jobs AS job
    WHERE state = 'failed' AND priority IN (${followers.map((kind) => priorities[kind]).join()})
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

/** What has failed before is done now: nobody has to try it again. */
export function settleFailedJobs(
  database: Connection,
  { kind, payload, now }: { kind: JobKind; payload: unknown; now: number },
): void {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE state = 'failed' AND priority = ? AND payload = ?`;
  prepared<[number, number, string], unknown>(database, sql).run(
    now,
    priorities[kind],
    JSON.stringify(payload),
  );
}

/** Lets a job run again that failed or was called off. @returns whether it had */
export function requeueFailedJob(database: Connection, id: number, now: number): boolean {
  const sql = `UPDATE jobs SET state = 'queued', run_at = ?, finished_at = NULL, error = NULL
    WHERE id = ? AND state IN ('failed', 'cancelled')`;
  return prepared<[number, number], unknown>(database, sql).run(now, id).changes > 0;
}

/**
 * Calls a job off that waits, or puts the failure of one aside; its error stays with it. A fresh
 * release that waits is what a start waits for.
 * @returns whether it was either
 */
export function cancelJob(database: Connection, id: number, now: number): boolean {
  const sql = `UPDATE jobs SET state = 'cancelled', finished_at = ?
    WHERE id = ? AND (state = 'failed' OR (state = 'queued' AND kind <> 'release'))`;
  return prepared<[number, number], unknown>(database, sql).run(now, id).changes > 0;
}

const shown = {
  all: 'id > 0',
  waiting: `state IN ('queued', 'running')`,
  done: `state = 'done'`,
  trouble: `state = 'failed'`,
} as const satisfies Record<OutboxFilter, string>;

/** Jobs of every kind, newest first. */
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

/** Forgets ended jobs from before `before`; failed ones stay until somebody has looked. */
export function forgetEndedJobs(database: Connection, before: number): number {
  const sql = `DELETE FROM jobs WHERE state IN ('done', 'cancelled') AND finished_at <= ?`;
  return prepared<[number], unknown>(database, sql).run(before).changes;
}
