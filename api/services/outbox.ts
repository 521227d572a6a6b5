import { commentsPayload, publishResult } from '#contracts/job.ts';
import { iso } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { type ArticleRecord, findArticleById } from '../db/hot/articles.ts';
import type { Job } from '../db/hot/jobs.ts';
import {
  cancelJob,
  findJob,
  listFailedFollowUps,
  listFailedPublishings,
  requeueFailedJob,
} from '../db/repositories/jobs.ts';
import { listReleases } from '../db/repositories/releases.ts';
import { DomainError } from '../errors.ts';

/** Releases that the admin is shown. */
const RELEASES_SHOWN = 10;
/** Failed jobs of each sort that the admin is shown. */
const FAILED_SHOWN = 20;

/** Returns a job as an API response. @throws DomainError NOT_FOUND */
export function readJob({ database }: Pick<AppContext, 'database'>, id: number) {
  const job = findJob(database, id);
  if (!job) throw new DomainError('NOT_FOUND');
  return toJobResponse(job, articleOf(database, job));
}

/** Returns failed publications and follow-up jobs with their errors. */
export function readFailedJobs({ database }: Pick<AppContext, 'database'>) {
  const toFailed = (job: Job) => {
    const article = articleOf(database, job);
    return { ...toJobResponse(job, article), title: article?.title ?? '' };
  };
  return {
    jobs: listFailedPublishings(database, FAILED_SHOWN).map(toFailed),
    followers: listFailedFollowUps(database, FAILED_SHOWN).map(toFailed),
  };
}

/** Retries a failed job. @throws DomainError NOT_FOUND if no such job has failed */
export async function retryJob(
  { database, clock, publisher }: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
  id: number,
) {
  const again = await database.write(() => requeueFailedJob(database, id, clock()));
  if (!again) throw new DomainError('NOT_FOUND');
  const job = readJob({ database }, id);
  // Only publications report their steps.
  publisher.wake(job.kind === 'publish' ? id : undefined);
  return job;
}

/**
 * Calls off a job that waits, or puts a failure aside.
 * @throws DomainError NOT_FOUND; STATE_CONFLICT when it runs, is done, or was called off
 */
export async function stopJob(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: number,
) {
  await database.write(() => {
    if (!findJob(database, id)) throw new DomainError('NOT_FOUND');
    if (!cancelJob(database, id, clock())) throw new DomainError('STATE_CONFLICT');
  });
  return readJob({ database }, id);
}

function articleOf(database: AppContext['database'], job: Job): ArticleRecord | null {
  const id = job.kind === 'comments' ? commentsPayload.parse(job.payload).article : job.articleId;
  return id === null ? null : findArticleById(database, id);
}

function toJobResponse(job: Job, article: ArticleRecord | null) {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    attempts: job.attempts,
    error: job.error,
    live: publishResult.safeParse(job.result).data?.live ?? null,
    article: article?.publicId ?? null,
    createdAt: new Date(job.createdAt).toISOString(),
    finishedAt: iso(job.finishedAt),
  };
}

/** Returns the newest releases and the error of the last failed one. */
export function readReleases({ database }: Pick<AppContext, 'database'>) {
  return listReleases(database, RELEASES_SHOWN).map((release) => ({
    id: release.id,
    build: release.buildId,
    state: release.state,
    error: release.error,
    createdAt: new Date(release.createdAt).toISOString(),
    liveAt: iso(release.liveAt),
  }));
}
