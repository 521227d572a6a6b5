import path from 'node:path';
import { commentsPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import {
  enqueueJob,
  finishJob,
  hasQueuedJobOf,
  type Job,
  settleFailedJobs,
} from '../db/repositories/jobs.ts';
import { findReadableSlug } from '../db/repositories/published-articles.ts';
import { failJob } from './job-failure.ts';
import type { Replay } from './publish-batch.ts';
import {
  bringInLine,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
} from './release-target.ts';

/** Milliseconds until a page that a full or failing disk kept from being written is tried again. */
const DISK_RETRY_MS = 1000;

/**
 * Milliseconds until a page is compressed anew: where people talk it changes several times a second,
 * and strong compression costs more than all else about it.
 */
const COMPRESS_AFTER_MS = 2000;

/**
 * Brings the pages of articles in line with what is said below them: one page each, however many
 * comments came. An article knows the address of its page, so no page has to record that it shows
 * comments. What nobody can read has no page: its job has nothing to do.
 * @returns what to replay on a release that is being rendered
 */
export async function bakeComments(target: ReleaseTarget, jobs: Job[]): Promise<Replay> {
  const { database } = target.context;
  const files: string[] = [];
  const onFile = (file: string) => {
    files.push(path.relative(target.siteFolder, file));
    target.onFile?.(file);
  };
  const outcomes: PageOutcome[] = [];
  const failures = new Map<number, unknown>();
  const paths: string[] = [];
  for (const job of jobs) {
    const slug = findReadableSlug(database, commentsPayload.parse(job.payload).article);
    if (slug === null) continue;
    paths.push(`/blog/${slug}`);
    try {
      outcomes.push(await bringInLine({ ...target, onFile }, `/blog/${slug}`));
    } catch (error) {
      failures.set(job.id, error);
    }
  }
  await database.write(() => {
    recordOutcomes(target, outcomes);
    const now = target.clock();
    for (const { id, kind, payload } of jobs) {
      const error = failures.get(id);
      if (error === undefined) {
        finishJob(database, id, { state: 'done', now });
        settleFailedJobs(database, { kind, payload, now });
      } else {
        target.onFailure?.('publishing comments', error);
        failJob(database, id, { error, now, retryMs: DISK_RETRY_MS });
      }
    }
    for (const file of files) compressLater(database, file, now);
  });
  return { tags: [], paths };
}

function compressLater(database: Connection, file: string, now: number): void {
  const payload = { files: [file] };
  if (hasQueuedJobOf(database, 'compress', payload)) return;
  enqueueJob(database, { kind: 'compress', payload, now, runAt: now + COMPRESS_AFTER_MS });
}
