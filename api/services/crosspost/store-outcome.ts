import { type CrossPostState, targetNames } from '#contracts/cross-post.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { Database, Queryable } from '../../db/database.ts';
import {
  type Connection,
  type CrossPost,
  type CrossPostChanges,
  findCrossPostById,
  updateCrossPost,
  updateRefusedAt,
} from '../../db/repositories/cross-posts.ts';
import type { Outcome } from '../../integrations/crosspost/service.ts';
import {
  backoffAfter,
  type Claim,
  endAttempt,
  externalBackoff,
  type LeasedClaim,
  listAbandoned,
  reschedule,
} from '../../queue/queue.ts';
import { crossPostQueue, crossPostUpdateQueue } from '../../queue/queues.ts';
import { reportProblem } from '../problems/report-problem.ts';
import type { CrossPostContext } from './connections.ts';

/** Title of the email about a cross-post that no attempt follows. */
const titles: Partial<Record<CrossPostState, (service: string) => string>> = {
  failed: (service) => `An article could not be posted to ${service}`,
  unknown: (service) => `It is unknown whether an article was posted to ${service}`,
  scheduled: (service) => `An article waits: ${service} does not accept the connection`,
  sent: (service) => `The post of an article on ${service} is out of date`,
};

/** Attempts at a post: about a day. */
export const ATTEMPTS_MAX = 12;
/** Milliseconds after which a request has arrived or been lost, so that its post can be searched for. */
const ARRIVAL_MS = MINUTE_MS;

interface Attempt {
  row: CrossPost;
  outcome: Outcome;
  connection: Connection;
  /** Fingerprint of the content that was sent. */
  fingerprint: string;
  /** True if the service can be searched for the post. */
  canFind: boolean;
  /** True if an earlier attempt may have succeeded. */
  mayExist: boolean;
  now: number;
}

export function storePostOutcome(
  database: Database,
  transaction: Queryable,
  { row, claim, outcome, now, ...attempt }: Attempt & { claim: LeasedClaim },
): void {
  const { canFind, mayExist } = attempt;
  if (outcome.status === 'sent') {
    // Stored even if the row has changed meanwhile: the article must not be posted twice.
    updateCrossPost(transaction, row.id, {
      state: 'sent',
      remoteId: outcome.id,
      url: outcome.url,
      reason: null,
      sentAt: now,
      fingerprint: outcome.behind ? null : attempt.fingerprint,
      // The article may have changed during the attempt.
      nextAt: canFind ? now : null,
    });
    return;
  }
  const { reason } = outcome;
  const end = (state: CrossPost['state'], nextAttemptAt: number | null = null) => {
    if (!endAttempt(database, crossPostQueue, claim, { state, nextAttemptAt })) return;
    updateCrossPost(transaction, row.id, { reason });
  };
  const pause = backoffAfter(claim.attempts, externalBackoff);
  const isLastAttempt = claim.attempts >= ATTEMPTS_MAX;
  if (outcome.status === 'unknown') {
    end('unknown', canFind && !isLastAttempt ? now + Math.max(ARRIVAL_MS, pause) : null);
  } else if (outcome.refused) {
    updateRefusedAt(transaction, attempt.connection, now);
    // The next attempt follows once the service is connected again.
    end(mayExist ? 'unknown' : 'scheduled');
  } else if (outcome.mayRetry && !isLastAttempt) {
    end('scheduled', now + Math.max(pause, (outcome.retryAfter ?? 0) * 1000));
  } else {
    end('failed');
  }
}

/** Stores the outcome of an attempt to update a post, which exists in any case. */
export function storeUpdateOutcome(
  database: Database,
  transaction: Queryable,
  { row, claim, outcome, now, ...attempt }: Attempt & { claim: Claim },
): void {
  const end = (nextAttemptAt: number | null, changes: CrossPostChanges) => {
    if (findCrossPostById(transaction, row.id)?.state !== 'sent') return;
    reschedule(database, crossPostUpdateQueue, claim, nextAttemptAt);
    updateCrossPost(transaction, row.id, changes);
  };
  if (outcome.status === 'sent') {
    const { id: remoteId, url } = outcome;
    const { fingerprint } = attempt;
    end(null, { attempts: 0, reason: null, fingerprint, remoteId, url });
    return;
  }
  if (outcome.status === 'failed' && outcome.refused)
    updateRefusedAt(transaction, attempt.connection, now);
  // An update may run twice, so one with an unknown outcome is retried as well.
  const mayRetry = outcome.status === 'unknown' || outcome.mayRetry;
  const retryAfterMs = outcome.status === 'failed' ? (outcome.retryAfter ?? 0) * 1000 : 0;
  const retryAt = now + Math.max(backoffAfter(claim.attempts, externalBackoff), retryAfterMs);
  end(mayRetry && claim.attempts < ATTEMPTS_MAX ? retryAt : null, {
    reason: `The post is out of date: ${outcome.reason}`,
  });
}

/**
 * Ends the attempts of processes that have exited. Their posts may exist: the service is searched
 * if it supports it; otherwise an admin decides whether to retry.
 * @returns the public ids of posts that an admin has to check
 */
export async function recoverCrossPosts(
  context: CrossPostContext,
  hasExited: (owner: string) => boolean,
): Promise<string[]> {
  const { database, clock, crossPosting } = context;
  const abandoned = () => listAbandoned(database, crossPostQueue, { now: clock(), hasExited });
  if (abandoned().length === 0) return [];
  return database.write((transaction) => {
    const unknown: string[] = [];
    for (const claim of abandoned()) {
      const row = findCrossPostById(transaction, claim.id);
      if (!row) continue;
      const canFind = crossPosting.clients[row.target].changeable !== null;
      const nextAttemptAt = canFind ? clock() + ARRIVAL_MS : null;
      endAttempt(database, crossPostQueue, claim, { state: 'unknown', nextAttemptAt });
      updateCrossPost(transaction, row.id, { reason: 'The server stopped while posting it.' });
      if (canFind) continue;
      unknown.push(row.publicId);
      reportCrossPostFailure(context, transaction, row.id);
    }
    return unknown;
  });
}

/**
 * Emails the admins if a cross-post or its update has failed, waits for a new connection, or needs a
 * decision; call it in the transaction of the outcome.
 */
export function reportCrossPostFailure(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
  transaction: Queryable,
  id: number,
): void {
  const row = findCrossPostById(transaction, id);
  // With a reason it was not successful, and with a time it is tried again.
  if (!row || row.reason === null || row.nextAt !== null) return;
  const service = targetNames[row.target];
  const title = titles[row.state]?.(service);
  if (title === undefined) return;
  reportProblem(context, transaction, 'cross-post', {
    subject: `A cross-post to ${service} needs attention`,
    title,
    paragraphs: ['The page below shows what you can do. The reason:'],
    quote: row.reason,
    page: { label: 'See the cross-posts', path: '/admin/connections' },
  });
}
