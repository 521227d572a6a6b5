import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refreshPayload } from '#contracts/job.ts';
import { enqueueJob, type Job } from '../db/hot/jobs.ts';
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
      const files: string[] = [];
      const outcomes: PageOutcome[] = [];
      const onFile = (file: string) => void files.push(path.relative(target.siteFolder, file));
      for (const pagePath of touched.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await syncPage({ ...target, onFile }, pagePath));
      }
      await database.write(() => {
        recordOutcomes(target, outcomes);
        if (files.length === 0) return;
        enqueueJob(database, { kind: 'compress', payload: { files }, now: target.clock() });
      });
    });
    await nextTurn();
  }
}
