import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { createCircuitBreaker } from '../queue/circuit-breaker.ts';
import { createLeaseOwner, hasOwnerExited } from '../queue/lease-owner.ts';
import { createCrossPostContext, sendExpiryReminders } from '../services/crosspost/connections.ts';
import {
  type CrossPoster,
  type Processed,
  processNextCrossPost,
  serviceBackoff,
} from '../services/crosspost/process-next.ts';
import { recoverCrossPosts } from '../services/crosspost/store-outcome.ts';
import { atMostEvery, drain, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 500;
const RECOVER_MS = 5_000;
const REMIND_MS = 3_600_000;
/** Milliseconds that a post may still take when the worker is stopped. */
const STOP_MS = 7_000;

/** Starts the worker that posts articles to other services. */
export function startCrossPostWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
): StopWorker {
  const poster: CrossPoster = {
    ...createCrossPostContext(context),
    leaseOwner: createLeaseOwner(),
    breaker: createCircuitBreaker(serviceBackoff),
  };
  const recover = atMostEvery(RECOVER_MS, async () => {
    for (const post of await recoverCrossPosts(poster, hasOwnerExited)) {
      log.error({ post }, 'cross-post delivery unknown');
    }
  });
  const remind = atMostEvery(REMIND_MS, async () => void (await sendExpiryReminders(poster)));
  const stopPolling = startPolling({
    everyMs: POLL_MS,
    async poll(stopping) {
      await recover();
      await remind();
      await drain(
        stopping,
        () => processNextCrossPost(poster),
        (processed) => logOutcome(log, processed),
      );
    },
    onError: (error) => log.error({ err: error }, 'cross-post worker failed'),
  });
  return async () => {
    await Promise.race([stopPolling(), delay(STOP_MS, undefined, { ref: false })]);
  };
}

function logOutcome(log: WorkerLog, { row, kind, outcome }: Processed): void {
  const { publicId: post, target, attempts: attempt } = row;
  const fields = { post, target, attempt, kind };
  if (outcome.end === 'sent') log.info(fields, 'cross-post sent');
  else log.warn({ ...fields, end: outcome.end }, 'cross-post not sent');
}
