import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import {
  forgetDaysBefore,
  readMostRead,
  readTrending,
  writeTrending,
} from '../../db/repositories/trending.ts';

const DAY_MS = 86_400_000;
/** Days, today included, whose readers count. */
const DAYS = 7;
/** Articles that are kept: three are shown, and the two newest have a place of their own. */
const KEPT = 8;

/**
 * Looks which articles were read most in the last seven days, and has the pages that show them
 * rendered again when that has changed: no view by itself renders a page.
 * @returns whether it had
 */
export async function refreshTrending(
  context: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
): Promise<boolean> {
  const { database, clock, publisher } = context;
  const firstDay = Math.floor(clock() / DAY_MS) - DAYS + 1;
  const found = readMostRead(database, firstDay, KEPT);
  const changed = await database.write(() => {
    forgetDaysBefore(database, firstDay);
    if (found.join() === readTrending(database).join()) return false;
    writeTrending(database, found);
    enqueueJob(database, {
      kind: 'refresh',
      payload: { tags: ['trending'], paths: [] },
      now: clock(),
    });
    return true;
  });
  if (changed) publisher.wake();
  return changed;
}
