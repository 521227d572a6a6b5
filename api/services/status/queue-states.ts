import { MINUTE_MS } from '#contracts/durations.ts';
import type { JobKind } from '#contracts/job.ts';
import type { OutboxSource } from '#contracts/outbox.ts';
import type { CheckResult } from '#contracts/status.ts';
import type { Connection } from '../../db/connection.ts';
import { jobPriorities } from '../../db/hot/jobs.ts';
import { type Backlog, readBacklog } from '../../queue/queue.ts';
import {
  backupQueue,
  checkoutQueue,
  crossPostQueue,
  emailQueue,
  publisherQueue,
  refundQueue,
  scheduleQueue,
  subscriberQueue,
} from '../../queue/queues.ts';

const otherQueues = {
  schedule: scheduleQueue,
  email: emailQueue,
  'cross-post': crossPostQueue,
  checkout: checkoutQueue,
  refund: refundQueue,
  subscriber: subscriberQueue,
  backup: backupQueue,
};

type QueueKind = JobKind | keyof typeof otherQueues;

/** Returns the waiting jobs of each kind. */
export function readQueues(database: Connection): Map<QueueKind, Backlog> {
  const jobs = Object.entries(jobPriorities).map(
    ([kind, priority]) => [kind, readBacklog(database, publisherQueue, { priority })] as const,
  );
  const others = Object.entries(otherQueues).map(
    ([kind, queue]) => [kind, readBacklog(database, queue)] as const,
  );
  return new Map([...jobs, ...others] as [QueueKind, Backlog][]);
}

/** Kinds of jobs behind each list of the outbox. */
const outboxQueues: Record<OutboxSource, QueueKind[]> = {
  publishing: Object.keys(jobPriorities) as JobKind[],
  mail: ['email'],
  posts: ['cross-post'],
};

/** Returns the time since when the longest due entry of each list of the outbox waits, or null. */
export function readOldestDue(
  database: Connection,
  now: number,
): Record<OutboxSource, number | null> {
  const queues = readQueues(database);
  const oldestOf = (source: OutboxSource) =>
    outboxQueues[source]
      .flatMap((kind) => queues.get(kind)?.oldestAt ?? [])
      .filter((at) => at <= now)
      .reduce<number | null>((oldest, at) => Math.min(oldest ?? at, at), null);
  return { publishing: oldestOf('publishing'), mail: oldestOf('mail'), posts: oldestOf('posts') };
}

/** Milliseconds that jobs may be due. Slow work in the background has no limit. */
const limits: Partial<Record<QueueKind, { ms: number; state: 'warning' | 'failed' }>> = {
  publish: { ms: 5 * MINUTE_MS, state: 'failed' },
  comments: { ms: 5 * MINUTE_MS, state: 'failed' },
  release: { ms: 5 * MINUTE_MS, state: 'failed' },
  schedule: { ms: 5 * MINUTE_MS, state: 'failed' },
  checkout: { ms: 30 * MINUTE_MS, state: 'warning' },
  refund: { ms: 30 * MINUTE_MS, state: 'warning' },
  // The mail server or another service may be away for a while.
  email: { ms: 60 * MINUTE_MS, state: 'warning' },
  'cross-post': { ms: 60 * MINUTE_MS, state: 'warning' },
};

/** Checks that no job has been due for too long. */
export function checkQueues(database: Connection, now: number): CheckResult {
  const queues = readQueues(database);
  const late = Object.entries(limits).flatMap(([kind, { ms, state }]) => {
    const { oldestAt } = queues.get(kind as QueueKind) ?? { oldestAt: null };
    if (oldestAt === null || now - oldestAt <= ms) return [];
    return { state, text: `${kind} for ${Math.floor((now - oldestAt) / MINUTE_MS)} minutes` };
  });
  if (late.length === 0) return { name: 'queues', state: 'ok', msg: 'No job is late.' };
  return {
    name: 'queues',
    state: late.some(({ state }) => state === 'failed') ? 'failed' : 'warning',
    msg: `Jobs are late: ${late.map(({ text }) => text).join(', ')}. See /admin/jobs and the log of the server.`,
  };
}
