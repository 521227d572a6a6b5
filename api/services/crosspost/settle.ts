import type { Queryable } from '../../db/client.ts';
import { type Connection, setRefused } from '../../db/repositories/connections.ts';
import {
  type CrossPost,
  endAttempt,
  endUpdate,
  recordSent,
} from '../../db/repositories/cross-posts.ts';
import type { Outcome } from '../../integrations/crosspost/client.ts';

/** Milliseconds before the second attempt; each later one waits twice as long as the one before. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** Attempts before it is given up: about a day. */
export const ATTEMPTS_MAX = 12;
/** Milliseconds after which whatever was on its way has arrived, and can be looked for. */
export const ARRIVED_MS = 60_000;

/** An attempt with what is needed to say what follows from it. */
export interface Ended {
  row: CrossPost;
  outcome: Outcome;
  connection: Connection;
  /** Of what was sent. */
  fingerprint: string;
  /** Whether it can be seen over there what has arrived. */
  findable: boolean;
  /** Whether an attempt before this one may have succeeded. */
  doubtful: boolean;
  now: number;
}

/** Milliseconds to wait after so many attempts. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(attempts - 1, 0), LONGEST_PAUSE_MS);
}

/** Stores how an attempt to post ended. */
export function settlePost(transaction: Queryable, ended: Ended): void {
  const { row, outcome, findable, doubtful, now } = ended;
  const pause = pauseAfter(row.attempts);
  const spent = row.attempts >= ATTEMPTS_MAX;
  if (outcome.end === 'sent') {
    recordSent(transaction, row.id, {
      remoteId: outcome.id,
      url: outcome.url,
      reason: null,
      fingerprint: outcome.behind ? null : ended.fingerprint,
      sentAt: now,
      // The article may have changed while it was on its way.
      nextAt: findable ? now : null,
    });
    return;
  }
  const { reason } = outcome;
  if (outcome.end === 'unknown') {
    const nextAt = findable && !spent ? now + Math.max(ARRIVED_MS, pause) : null;
    endAttempt(transaction, row, { state: 'unknown', reason, nextAt });
    return;
  }
  if (outcome.refused) {
    setRefused(transaction, ended.connection, now);
    // It waits for a connection: whoever connects again gives it its turn.
    const state = doubtful ? 'unknown' : 'planned';
    endAttempt(transaction, row, { state, reason, nextAt: null });
    return;
  }
  if (outcome.mayRetry && !spent) {
    const nextAt = now + Math.max(pause, (outcome.retryAfter ?? 0) * 1000);
    endAttempt(transaction, row, { state: 'planned', reason, nextAt });
    return;
  }
  endAttempt(transaction, row, { state: 'failed', reason, nextAt: null });
}

/** Stores how an update ended. The post is there in any case. */
export function settleUpdate(transaction: Queryable, ended: Ended): void {
  const { row, outcome, fingerprint, now } = ended;
  if (outcome.end === 'sent') {
    const { id: remoteId, url } = outcome;
    const done = { attempts: 0, reason: null, nextAt: null };
    endUpdate(transaction, row, { ...done, fingerprint, remoteId, url });
    return;
  }
  if (outcome.end === 'failed' && outcome.refused) setRefused(transaction, ended.connection, now);
  const attempts = row.attempts + 1;
  // Twice the same changes nothing, so that what is not known may be tried again, too.
  const again = (outcome.end === 'unknown' || outcome.mayRetry) && attempts < ATTEMPTS_MAX;
  const asked = outcome.end === 'failed' ? (outcome.retryAfter ?? 0) * 1000 : 0;
  endUpdate(transaction, row, {
    attempts,
    reason: `It is there, but not up to date: ${outcome.reason}`,
    nextAt: again ? now + Math.max(pauseAfter(attempts), asked) : null,
  });
}
