import { setImmediate as nextTurn } from 'node:timers/promises';
import { refreshPayload } from '#contracts/job.ts';
import type { Job } from '../db/repositories/jobs.ts';
import { enqueueFileJobs, noteFiles } from './push-files.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

/** Pages synced before publishing continues. */
const PAGES_PER_TURN = 10;

/** Syncs pages in small steps with low priority. */
export async function refreshPages(
  target: ReleaseTarget,
  job: Job,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { database } = target.context;
  const { tags, paths } = refreshPayload.parse(job.payload);
  const touched = [...new Set([...paths, ...listAffectedPages(target, tags)])];
  for (let start = 0; start < touched.length; start += PAGES_PER_TURN) {
    await exclusively(async () => {
      const outcomes: PageOutcome[] = [];
      const noting = noteFiles(target);
      for (const pagePath of touched.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await syncPage(noting, pagePath));
      }
      await database.write(() => {
        recordOutcomes(target, outcomes);
        enqueueFileJobs(target, noting.changed);
      });
    });
    await nextTurn();
  }
}
