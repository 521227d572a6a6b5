import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { readTrending } from '../../db/hot/published-articles.ts';
import {
  deleteArticleDaysBefore,
  listMostRead,
  replaceTrending,
} from '../../db/repositories/trending.ts';

const DAY_MS = 86_400_000;
/** Days whose unique visitors count, including today. */
const DAYS = 7;
/** Number of stored articles: three are shown, without the two newest. */
const KEPT = 8;

/**
 * Updates the most read articles of the last seven days and renders pages that show them.
 * @returns true if they changed
 */
export async function refreshTrending(
  context: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
): Promise<boolean> {
  const { database, clock, publisher } = context;
  const firstDay = Math.floor(clock() / DAY_MS) - DAYS + 1;
  const found = listMostRead(database, firstDay, KEPT);
  const changed = await database.write(() => {
    deleteArticleDaysBefore(database, firstDay);
    if (found.join() === readTrending(database).join()) return false;
    replaceTrending(database, found);
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
