import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { publishDue, sweepArticles } from './services/articles/schedule.ts';
import { refreshTrending } from './services/articles/trending.ts';
import { sweepAudit } from './services/audit/audit.ts';
import { sweepComments } from './services/comments/sweep.ts';
import { sweepLiveEvents } from './services/live/announce.ts';
import { sweepMedia } from './services/media/media.ts';
import { sweepAvatars } from './services/media/uploads.ts';
import { sweepNotifications } from './services/notifications/centre.ts';
import { takeBackAlerts } from './services/notifications/take-back.ts';
import { sweepProductFiles } from './services/products/sweep.ts';
import { purgeExports } from './services/site-archive/exports.ts';
import { forwardSubscribers } from './services/subscribers/forward.ts';
import { sweepSubscribers } from './services/subscribers/subscribers.ts';
import { rollUpViews } from './services/views/report.ts';
import { startTurns } from './turns.ts';

/**
 * Milliseconds between looks at the clock. Looking again and again, instead of one long timer, is
 * what keeps the promise of one second through clock jumps and nights of sleep.
 */
const LOOK_EVERY_MS = 400;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Publishes what is due, empties the bin and clears away what no row knows, until the returned
 * function is called; that waits for what is under way.
 */
export function startSchedule(context: AppContext, log: Logger): () => Promise<void> {
  let sweepAt = 0;
  const tidy = async () => {
    while (await takeBackAlerts(context)) await nextTurn();
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_EVERY_MS;
    await sweepArticles(context);
    await rollUpViews(context);
    await sweepSubscribers(context);
    await refreshTrending(context);
    await sweepLiveEvents(context);
    await sweepNotifications(context);
    await sweepComments(context);
    await sweepAudit(context);
    purgeExports(context);
    // Not waited for: another service's slowness must not hold up an article's hour.
    void forwardWaiting(context, log);
    await sweepAvatars(context);
    for (const file of await sweepProductFiles(context)) log.info({ file }, 'unused file removed');
    for (const file of await sweepMedia(context)) log.info({ file }, 'unused upload removed');
  };
  const onTrouble = (error: unknown) =>
    log.error({ err: error }, 'the schedule could not be looked at');
  // By turns of their own: an article's hour waits for no sweep.
  const turns = [
    startTurns(LOOK_EVERY_MS, () => publishDue(context).then(() => undefined), onTrouble),
    startTurns(LOOK_EVERY_MS, tidy, onTrouble),
  ];
  return async () => {
    await Promise.all(turns.map((turn) => turn.end()));
  };
}

async function forwardWaiting(context: AppContext, log: Logger): Promise<void> {
  try {
    await forwardSubscribers(context, ({ error, ...failure }) =>
      log.error({ err: error, ...failure }, 'the form service did not take a subscriber'),
    );
  } catch (error) {
    log.error({ err: error }, 'subscribers were not forwarded');
  }
}
