import type { CrossPostResponse } from '#contracts/cross-post.ts';
import {
  commentsPayload,
  JOB_PAGES_MAX,
  JOBS_PER_PAGE,
  type JobListEntry,
  type JobListFilter,
  type JobListQuery,
  type JobListResponse,
  type JobListSource,
  type JobListState,
  type JobState,
  publishResult,
} from '#contracts/job.ts';
import type { EmailResponse } from '#contracts/mail.ts';
import { type AppContext, iso } from '../context.ts';
import { type ArticleRecord, findArticleById, findSummaries } from '../db/hot/articles.ts';
import type { Job } from '../db/hot/jobs.ts';
import {
  cancelJob,
  countJobs,
  findJob,
  isCancellable,
  listFailedFollowUps,
  listFailedPublishings,
  listJobs,
  listReleases,
  requeueFailedJob,
} from '../db/repositories/jobs.ts';
import { DomainError } from '../errors.ts';
import type { CrossPostContext } from './crosspost/connections.ts';
import { getPostLog } from './crosspost/post-log.ts';
import { readEmails } from './mail/email-queue.ts';

type JobListContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Newest entries of one kind and their number. */
interface JobList {
  entries: JobListEntry[];
  result: number;
  waiting: number;
  failed: number;
}

const jobStates = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<JobState, JobListState>;

/** Returns the filter of emails and cross-posts, which call done entries sent. */
const toSentFilter = (show: JobListFilter) => (show === 'done' ? 'sent' : show);

const emailStates = {
  queued: 'waiting',
  sending: 'running',
  sent: 'done',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
} as const satisfies Record<EmailResponse['state'], JobListState>;

const postStates = {
  scheduled: 'waiting',
  sending: 'running',
  sent: 'done',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
} as const satisfies Record<CrossPostResponse['state'], JobListState>;

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
    followUpJobs: listFailedFollowUps(database, FAILED_SHOWN).map(toFailed),
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
 * Cancels a waiting job, or dismisses a failed one.
 * @throws DomainError NOT_FOUND; STATE_CONFLICT if it is running, done or cancelled
 */
export async function cancelOrDismissJob(
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
    createdAt: iso(job.createdAt),
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
    createdAt: iso(release.createdAt),
    liveAt: iso(release.liveAt),
  }));
}

/** Returns one page of publications, emails and cross-posts. */
export function readJobList(
  context: JobListContext,
  crossPosting: CrossPostContext,
  { source, show, page }: JobListQuery,
): JobListResponse {
  // Each part is sorted separately, so the first `limit` entries of each contain the page.
  const limit = page * JOBS_PER_PAGE;
  const limitOf = (name: JobListSource) => (source === 'all' || source === name ? limit : 0);
  const lists = {
    publishing: readJobs(context, show, limitOf('publishing')),
    mail: readEmailList(context, show, limitOf('mail')),
    posts: readPostList(crossPosting, show, limitOf('posts')),
  };
  const shown = Object.values(lists).filter((_list, index) => {
    const name = Object.keys(lists)[index];
    return source === 'all' || source === name;
  });
  const result = shown.reduce((sum, list) => sum + list.result, 0);
  const entries = shown
    .flatMap((list) => list.entries)
    .sort((first, second) => second.createdAt.localeCompare(first.createdAt))
    .slice(limit - JOBS_PER_PAGE, limit);
  const countsOf = ({ waiting, failed }: JobList) => ({ waiting, failed });
  return {
    entries,
    result,
    page,
    pages: Math.min(JOB_PAGES_MAX, Math.ceil(result / JOBS_PER_PAGE)),
    counts: {
      publishing: countsOf(lists.publishing),
      mail: countsOf(lists.mail),
      posts: countsOf(lists.posts),
    },
  };
}

function readJobs({ database }: JobListContext, show: JobListFilter, limit: number): JobList {
  const jobs = limit === 0 ? [] : listJobs(database, show, limit);
  const articles = new Map(
    findSummaries(database, [...new Set(jobs.map(articleIdOf).filter((id) => id !== null))]).map(
      ({ id, publicId, title }) => [id, { publicId, title }],
    ),
  );
  const toEntry = (job: Job): JobListEntry => {
    const article = articles.get(articleIdOf(job) ?? 0);
    const { kind, state, attempts, error, createdAt, runAt, finishedAt } = job;
    return {
      source: 'publishing',
      id: String(job.id),
      kind,
      subject: article?.title ?? '',
      article: article?.publicId ?? null,
      to: null,
      state: jobStates[state],
      attempts,
      error,
      nextAt: state === 'queued' ? iso(runAt) : null,
      createdAt: iso(createdAt),
      endedAt: iso(finishedAt),
      canRetry: state === 'failed' || state === 'cancelled',
      canCancel: state === 'failed' || (state === 'queued' && isCancellable(kind)),
    };
  };
  return {
    entries: jobs.map(toEntry),
    result: countJobs(database, show),
    waiting: countJobs(database, 'waiting'),
    failed: countJobs(database, 'failed'),
  };
}

function articleIdOf(job: Job): number | null {
  return job.kind === 'comments' ? commentsPayload.parse(job.payload).article : job.articleId;
}

function readEmailList(context: JobListContext, show: JobListFilter, limit: number): JobList {
  const list = readEmails(context, { show: toSentFilter(show), page: 1, limit });
  const toEntry = (email: EmailResponse): JobListEntry => ({
    source: 'mail',
    id: email._id,
    kind: email.kind,
    subject: email.subject,
    article: null,
    to: email.to,
    state: emailStates[email.state],
    attempts: email.attempts,
    error: email.state === 'sent' ? null : email.response,
    nextAt: email.nextAt,
    createdAt: email.createdAt,
    endedAt: email.endedAt,
    canRetry: email.canRetry,
    canCancel: email.state === 'queued',
  });
  return { ...list, entries: list.emails.map(toEntry) };
}

function readPostList(context: CrossPostContext, show: JobListFilter, limit: number): JobList {
  const list = getPostLog(context, { show: toSentFilter(show), page: 1, limit });
  const toEntry = (post: CrossPostResponse): JobListEntry => ({
    source: 'posts',
    id: post._id,
    kind: post.target,
    subject: post.article.title,
    article: post.article._id,
    to: null,
    state: postStates[post.state],
    attempts: post.attempts,
    error: post.reason,
    nextAt: post.nextAt,
    createdAt: post.createdAt,
    endedAt: post.sentAt,
    canRetry: post.state === 'failed' || post.state === 'unknown' || post.state === 'cancelled',
    canCancel: post.state === 'scheduled',
  });
  return { ...list, entries: list.posts.map(toEntry) };
}
