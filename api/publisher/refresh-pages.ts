import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refreshPayload } from '#contracts/job.ts';
import { enqueueJob, type Job } from '../db/repositories/jobs.ts';
import {
  bringInLine,
  type PageOutcome,
  pagesTouchedBy,
  type ReleaseTarget,
  recordOutcomes,
} from './release-target.ts';

/** Pages brought in line before publishing gets its turn again. */
const PAGES_PER_TURN = 10;

/** Brings pages in line with what was made meanwhile. Nobody waits for it, so it goes in small steps. */
export async function refreshPages(
  target: ReleaseTarget,
  job: Job,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { database } = target.context;
  const { tags, paths } = refreshPayload.parse(job.payload);
  const touched = [...new Set([...paths, ...pagesTouchedBy(target, tags)])];
  for (let start = 0; start < touched.length; start += PAGES_PER_TURN) {
    await exclusively(async () => {
      const files: string[] = [];
      const outcomes: PageOutcome[] = [];
      const onFile = (file: string) => void files.push(path.relative(target.siteFolder, file));
      for (const pagePath of touched.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await bringInLine({ ...target, onFile }, pagePath));
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
