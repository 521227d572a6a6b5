import { type FSWatcher, statSync, watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { AppContext } from '../context.ts';
import type { Refund } from '../db/repositories/orders.ts';
import type { RecentErrors } from '../log.ts';
import { createCircuitBreaker, createLeaseOwner, hasOwnerExited } from '../queue/queue.ts';
import { publishDue, purgeArticles } from '../services/articles/publication.ts';
import { purgeAudit } from '../services/audit/audit.ts';
import { createPaymentContext } from '../services/checkout/payment-context.ts';
import {
  anonymiseOldOrders,
  type PolledCheckout,
  pollNextPayment,
  purgeCheckouts,
} from '../services/checkout/payment-updates.ts';
import { purgeComments } from '../services/comments/moderation.ts';
import { acceptContent, createContentMemory } from '../services/content/accept-content.ts';
import { createContentFolders } from '../services/content/content-folder.ts';
import { createCrossPostContext, sendExpiryReminders } from '../services/crosspost/connections.ts';
import {
  type CrossPostAttempt,
  type CrossPoster,
  processNextCrossPost,
  serviceBackoff,
} from '../services/crosspost/process-next.ts';
import { recoverCrossPosts } from '../services/crosspost/store-outcome.ts';
import { purgeEvents } from '../services/events/events.ts';
import { purgeOrphanedMedia } from '../services/media/store-image.ts';
import { purgeUnusedAvatars } from '../services/media/uploads.ts';
import { withdrawAlerts } from '../services/notifications/alerts.ts';
import { purgeNotifications } from '../services/notifications/notification-list.ts';
import { refundNext } from '../services/orders/refund.ts';
import { refreshTrending, rollUpPageViews } from '../services/page-views/view-report.ts';
import {
  checkProblems,
  type Observations,
  readSiteCertificate,
} from '../services/problems/check-problems.ts';
import { purgeProductFiles } from '../services/products/product-files.ts';
import { purgeExports } from '../services/site-export/export-runs.ts';
import { forwardSubscribers, purgeSubscribers } from '../services/subscribers/subscribers.ts';
import { startBackupWorker } from './backup-worker.ts';
import { startMailWorker } from './mail-worker.ts';
import {
  atMostEvery,
  drain,
  failureLogger,
  runSteps,
  type StopWorker,
  startPolling,
  type WorkerLog,
} from './polling.ts';

/**
 * Milliseconds between polls. Unlike one long timer, polling also works after a change of the system
 * clock or a suspended machine.
 */
const SCHEDULE_POLL_MS = 400;

const PURGE_MS = HOUR_MS;

const FORWARD_MS = HOUR_MS;

const CROSS_POST_POLL_MS = 500;

const RECOVER_MS = 5_000;

const REMIND_MS = HOUR_MS;

/** Milliseconds that a post may still take when the worker is stopped. */
const STOP_MS = 7_000;

const PAYMENT_POLL_MS = 1000;

const PAYMENT_PURGE_MS = HOUR_MS;

const PROBLEM_POLL_MS = MINUTE_MS;

const CERTIFICATE_MS = 12 * HOUR_MS;

/** Milliseconds between polls of CONTENT_DIR, for folders whose file system reports no changes. */
const CONTENT_POLL_MS = 2_000;

/** Delay after the last change of a file in milliseconds, because editors save in several steps. */
const CONTENT_DEBOUNCE_MS = 10;

export function startWorkers(
  context: AppContext,
  log: WorkerLog,
  errors: RecentErrors,
): StopWorker {
  const workers = [
    startScheduleWorker(context, log),
    startMailWorker(context, log),
    startCrossPostWorker(context, log),
    startPaymentWorker(context, log),
    startBackupWorker(context, log),
    startProblemWorker(context, log, errors),
    startContentWorker(context, log),
  ];
  return async () => {
    await Promise.all(workers.map((stop) => stop()));
  };
}

/** Starts the worker that checks for problems and emails the admins about them. */
function startProblemWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
  errors: RecentErrors,
): StopWorker {
  let certificate: Observations['certificate'] = null;
  const updateCertificate = atMostEvery(CERTIFICATE_MS, async () => {
    try {
      certificate = await readSiteCertificate(context.config);
    } catch (error) {
      // On some networks, a machine cannot connect to its own public IP address.
      log.warn({ err: error }, 'certificate not readable');
    }
  });
  return startPolling({
    everyMs: PROBLEM_POLL_MS,
    async poll() {
      await updateCertificate();
      const observations = { certificate, errorBurst: errors.findBurst() };
      for (const kind of await checkProblems(context, observations))
        log.warn({ kind }, 'problem reported');
    },
    onError: failureLogger(log, 'problem'),
  });
}

/** Starts the worker that polls payment providers for open checkouts and refunds. */
function startPaymentWorker(context: AppContext, log: WorkerLog): StopWorker {
  const payments = createPaymentContext(context);
  const onError = failureLogger(log, 'payment');
  const purge = atMostEvery(PAYMENT_PURGE_MS, () =>
    runSteps(
      {
        'old checkouts': () => purgeCheckouts(payments),
        'old orders': () => anonymiseOldOrders(payments),
      },
      onError,
    ),
  );
  const logRefund = ({ publicId: refund, state }: Refund) =>
    log.info({ refund, state }, 'refund requested again');
  return startPolling({
    everyMs: PAYMENT_POLL_MS,
    async poll(stopping) {
      const pollNext = () => pollNextPayment(payments);
      const steps = {
        checkouts: () => drain(stopping, pollNext, (polled) => logCheckout(log, polled)),
        refunds: () => drain(stopping, () => refundNext(payments), logRefund),
        purge: () => stopping.aborted || purge(),
      };
      await runSteps(steps, onError);
    },
    onError,
  });
}

function logCheckout(log: WorkerLog, { checkout, payment: { status } }: PolledCheckout): void {
  const { publicId, provider } = checkout;
  const fields = { checkout: publicId, provider, status };
  if (status === 'unmatched') log.error(fields, 'unmatched payment');
  else if (status === 'unknown') log.warn(fields, 'payment status unknown');
  else log.info(fields, 'payment polled');
}

function startCrossPostWorker(
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
  const onError = failureLogger(log, 'cross-post');
  const stopPolling = startPolling({
    everyMs: CROSS_POST_POLL_MS,
    async poll(stopping) {
      const processNext = () => processNextCrossPost(poster);
      const steps = {
        recovery: recover,
        'expiry reminders': remind,
        posts: () => drain(stopping, processNext, (processed) => logCrossPost(log, processed)),
      };
      await runSteps(steps, onError);
    },
    onError,
  });
  return async () => {
    await Promise.race([stopPolling(), delay(STOP_MS, undefined, { ref: false })]);
  };
}

function logCrossPost(log: WorkerLog, { row, kind, outcome }: CrossPostAttempt): void {
  const { publicId: post, target, attempts: attempt } = row;
  const fields = { post, target, attempt, kind };
  if (outcome.status === 'sent') log.info(fields, 'cross-post sent');
  else log.warn({ ...fields, status: outcome.status }, 'cross-post not sent');
}

/** Starts the worker that publishes scheduled articles, purges expired data and forwards subscribers. */
export function startScheduleWorker(context: AppContext, log: WorkerLog): StopWorker {
  const onError = failureLogger(log, 'schedule');
  const purge = atMostEvery(PURGE_MS, () => runSteps(purgesOf(context, log), onError));
  const forward = atMostEvery(FORWARD_MS, (stopping: AbortSignal) =>
    forwardSubscribers(
      context,
      ({ error, ...failure }) => log.error({ err: error, ...failure }, 'subscriber not forwarded'),
      stopping,
    ),
  );
  // Polled separately, so that a purge does not delay scheduled articles, nor a slow form service a purge.
  const stopPolling = [
    startPolling({
      everyMs: SCHEDULE_POLL_MS,
      poll: async () => void (await publishDue(context)),
      onError,
    }),
    startPolling({
      everyMs: SCHEDULE_POLL_MS,
      poll: (stopping) =>
        runSteps({ alerts: () => drain(stopping, () => withdrawAlerts(context)), purge }, onError),
      onError,
    }),
    startPolling({ everyMs: SCHEDULE_POLL_MS, poll: forward, onError }),
  ];
  return async () => {
    await Promise.all(stopPolling.map((stop) => stop()));
  };
}

/** Returns the purges of expired data by the name of what they delete. */
const purgesOf = (context: AppContext, log: WorkerLog): Record<string, () => unknown> => ({
  articles: () => purgeArticles(context),
  'page views': () => rollUpPageViews(context),
  subscribers: () => purgeSubscribers(context),
  trending: () => refreshTrending(context),
  events: () => purgeEvents(context),
  notifications: () => purgeNotifications(context),
  comments: () => purgeComments(context),
  'audit log': () => purgeAudit(context),
  exports: () => purgeExports(context),
  avatars: () => purgeUnusedAvatars(context),
  async 'product files'() {
    for (const file of await purgeProductFiles(context)) log.info({ file }, 'unused file removed');
  },
  async media() {
    for (const file of await purgeOrphanedMedia(context))
      log.info({ file }, 'unused upload removed');
  },
});

/** Starts the worker that reads changed files of CONTENT_DIR. */
export function startContentWorker(context: AppContext, log: WorkerLog): StopWorker {
  const onError = (error: unknown) => log.error({ err: error }, 'content worker failed');
  const watchers = new Map<string, { inode: number; watcher: FSWatcher }>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();

  let isStopped = false;
  const memory = createContentMemory(context.config);
  const read = () => {
    reading = reading
      .then(async () => {
        if (isStopped) return;
        watchFolders();
        for (const problem of await acceptContent(context, memory)) log.warn(problem);
      })
      .catch(onError);
    return reading;
  };
  /** Watches the folders; a folder that is new or was replaced is watched from now on. */
  const watchFolders = () => {
    const folders = createContentFolders(context.config.contentFolder);
    for (const [folder, { watcher }] of watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      const inode = statSync(folder).ino;
      const known = watchers.get(folder);
      if (known?.inode === inode) continue;
      known?.watcher.close();
      const watcher = watch(folder, () => {
        clearTimeout(timer);
        timer = setTimeout(read, CONTENT_DEBOUNCE_MS);
      });
      watcher.on('error', onError);
      watchers.set(folder, { inode, watcher });
    }
  };

  watchFolders();
  const stopPolling = startPolling({ everyMs: CONTENT_POLL_MS, poll: read, onError });
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
    await stopPolling();
    await reading;
  };
}
