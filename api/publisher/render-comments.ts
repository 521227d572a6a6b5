import path from 'node:path';
import { commentsPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import { enqueueJob, hasQueuedJobOf, resolveFailedJobs } from '../db/hot/jobs.ts';
import { findReadableSlug } from '../db/hot/published-articles.ts';
import { type ClaimedJob, endJob, failJob } from './job-queue.ts';
import type { Replay } from './publish-batch.ts';
import {
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

/**
 * Delay before a page is compressed again, in milliseconds. A page with many new comments changes several
 * times a second, and strong compression takes longer than the rest of publishing.
 */
const COMPRESS_AFTER_MS = 2000;

/**
 * Renders the comments of articles into their pages, once per article and batch. The path of a page
 * follows from its article, so pages store no dependency on comments. Jobs of unreadable articles end
 * without work, since these have no page.
 * @returns the changes to replay on a release that is being rendered
 */
export async function renderArticleComments(
  target: ReleaseTarget,
  jobs: ClaimedJob[],
): Promise<Replay> {
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
      outcomes.push(await syncPage({ ...target, onFile }, `/blog/${slug}`));
    } catch (error) {
      failures.set(job.id, error);
    }
  }
  await database.write(() => {
    recordOutcomes(target, outcomes);
    const now = target.clock();
    for (const job of jobs) {
      const error = failures.get(job.id);
      if (error === undefined) {
        endJob(database, job, { now });
        resolveFailedJobs(database, { ...job, now });
      } else {
        target.onFailure?.('publishing comments', error);
        failJob(database, job, { error, now });
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
