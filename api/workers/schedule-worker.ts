import type { AppContext } from '../context.ts';
import { publishDue, purgeArticles } from '../services/articles/publication.ts';
import { purgeAudit } from '../services/audit/audit.ts';
import { purgeComments } from '../services/comments/moderation.ts';
import { purgeLiveEvents } from '../services/events/live-events.ts';
import { purgeOrphanedMedia } from '../services/media/store-image.ts';
import { purgeUnusedAvatars } from '../services/media/uploads.ts';
import { withdrawAlerts } from '../services/notifications/alerts.ts';
import { purgeNotifications } from '../services/notifications/notification-list.ts';
import { refreshTrending, rollUpViews } from '../services/page-views/view-report.ts';
import { purgeProductFiles } from '../services/products/stored-files.ts';
import { purgeExports } from '../services/site-export/export-runs.ts';
import { forwardSubscribers, purgeSubscribers } from '../services/subscribers/subscribers.ts';
import { atMostEvery, drain, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

/**
 * Milliseconds between polls. Unlike one long timer, polling also works after a change of the system
 * clock or a suspended machine.
 */
const POLL_MS = 400;
const PURGE_MS = 3_600_000;

/** Starts the worker that publishes scheduled articles and purges expired data. */
export function startScheduleWorker(context: AppContext, log: WorkerLog): StopWorker {
  const purge = atMostEvery(PURGE_MS, () => purgeExpired(context, log));
  const onError = (error: unknown) => log.error({ err: error }, 'schedule worker failed');
  // Polled separately, so that a purge does not delay scheduled articles.
  const stopPolling = [
    startPolling({
      everyMs: POLL_MS,
      poll: async () => void (await publishDue(context)),
      onError,
    }),
    startPolling({
      everyMs: POLL_MS,
      async poll(stopping) {
        await drain(stopping, () => withdrawAlerts(context));
        await purge();
      },
      onError,
    }),
  ];
  return async () => {
    await Promise.all(stopPolling.map((stop) => stop()));
  };
}

async function purgeExpired(context: AppContext, log: WorkerLog): Promise<void> {
  await purgeArticles(context);
  await rollUpViews(context);
  await purgeSubscribers(context);
  await refreshTrending(context);
  await purgeLiveEvents(context);
  await purgeNotifications(context);
  await purgeComments(context);
  await purgeAudit(context);
  purgeExports(context);
  // Not awaited: a slow form service must not delay the purge.
  void forwardDueSubscribers(context, log);
  await purgeUnusedAvatars(context);
  for (const file of await purgeProductFiles(context)) log.info({ file }, 'unused file removed');
  for (const file of await purgeOrphanedMedia(context)) log.info({ file }, 'unused upload removed');
}

async function forwardDueSubscribers(context: AppContext, log: WorkerLog): Promise<void> {
  try {
    await forwardSubscribers(context, ({ error, ...failure }) =>
      log.error({ err: error, ...failure }, 'subscriber not forwarded'),
    );
  } catch (error) {
    log.error({ err: error }, 'forwarding subscribers failed');
  }
}
