import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { publishDue, sweepArticles } from './services/article-schedule.ts';

/**
 * Milliseconds between looks at the clock. Looking again and again, instead of one long timer, is
 * what keeps the promise of one second through clock jumps and nights of sleep.
 */
const LOOK_EVERY_MS = 400;
const SWEEP_EVERY_MS = 3_600_000;

/** Publishes what is due and empties the bin, until the returned function is called. */
export function startSchedule(context: AppContext, log: Logger): () => void {
  let busy = false;
  let sweepAt = 0;
  const look = async () => {
    if (busy) return;
    busy = true;
    try {
      await publishDue(context);
      if (performance.now() >= sweepAt) {
        sweepAt = performance.now() + SWEEP_EVERY_MS;
        await sweepArticles(context);
      }
    } catch (error) {
      log.error({ err: error }, 'the schedule could not be looked at');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
