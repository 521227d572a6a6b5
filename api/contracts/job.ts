import { z } from 'zod';
import { articleStates } from './article.ts';
import { contentNames } from './content.ts';
import { crossPostTarget } from './cross-post.ts';
import { pageNumbers } from './fields.ts';
import { emailKind } from './mail.ts';

const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
const jobState = z.enum(jobStates);
export type JobState = z.infer<typeof jobState>;

/**
 * Kinds of jobs. `publish` syncs pages with a change; `release` renders all pages with another build; `follow`
 * writes the Markdown copies and redirect pages of a new release; `compress` writes precompressed copies;
 * `refresh` syncs pages that show data which was created later; `og-images` draws Open Graph images of articles, products,
 * games and case studies; `images` makes image variants; `comments` syncs the page of an article with its comments;
 * `push` copies files of the release into the bucket of PUBLISH_TO; `store` syncs the bucket of STORAGE with uploads;
 * `content` syncs pages with changed files of CONTENT_DIR.
 */
const jobKinds = [
  'publish',
  'release',
  'follow',
  'compress',
  'refresh',
  'og-images',
  'images',
  'comments',
  'push',
  'store',
  'content',
] as const;
const jobKind = z.enum(jobKinds);
export type JobKind = z.infer<typeof jobKind>;

/**
 * One server-sent event of a publishing job. `live` means that readers get the new page. Lists and feeds follow
 * until `done`.
 */
export const jobProgress = z
  .discriminatedUnion('step', [
    z.object({ step: z.literal('queued'), job: z.int() }),
    z.object({ step: z.literal('rendering'), job: z.int() }),
    z.object({
      step: z.literal('live'),
      job: z.int(),
      path: z.string().describe('URL path'),
      visible: z.boolean().describe('false if the change removed the page'),
      milliseconds: z.number().describe('milliseconds from the request to the published file'),
    }),
    z.object({ step: z.literal('done'), job: z.int(), pages: z.int() }),
    z.object({ step: z.literal('failed'), job: z.int(), reason: z.string() }),
  ])
  .meta({ id: 'JobProgress' });
export type JobProgress = z.infer<typeof jobProgress>;

/** One job, for clients that could not receive its events. */
export const jobResponse = z
  .object({
    id: z.int(),
    kind: jobKind,
    state: jobState,
    attempts: z.int(),
    error: z.string().nullable(),
    live: jobProgress.nullable().describe('result of the publication'),
    article: z.string().nullable().describe('_id of the article'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });

const failedJob = jobResponse.extend({
  title: z.string().describe('title of the article, or empty'),
});

/**
 * GET /api/jobs/failed: articles whose pages are outdated, and failed follow-up jobs for comments, other pages
 * and precompressed copies. Newest first.
 */
export const failedJobsResponse = z
  .object({ jobs: z.array(failedJob), followUpJobs: z.array(failedJob) })
  .meta({ id: 'FailedJobs' });
export type FailedJob = z.infer<typeof failedJob>;

/** Stored progress of a finished `publish` job. */
export const publishResult = z.object({ live: jobProgress.nullable() });

/** Data of an article that the publisher needs, at one time. */
const articleFacts = z.object({
  id: z.int().describe('row id'),
  publicId: z.string(),
  slug: z.string(),
  formerSlugs: z.array(z.string()),
  state: z.enum(articleStates),
  publishedAt: z.number().nullable(),
  tags: z.array(z.string()),
  categories: z.array(z.string()).default([]).describe('slugs of the tags'),
  seriesSlug: z.string().nullable(),
  card: z.string().describe('fingerprint of its data in lists'),
});
export type ArticleFacts = z.infer<typeof articleFacts>;

/** Payload of a `publish` job: the article before and after the change. */
export const publishPayload = z.object({
  before: articleFacts.nullable(),
  after: articleFacts.nullable(),
  requestedAt: z.number().describe('start of the request, milliseconds since 1970 with fraction'),
  touched: z.array(z.string()).optional().describe('tags whose list pages changed, for retries'),
});
export type PublishPayload = z.infer<typeof publishPayload>;

/** Payload of a `compress` job: files below the release folder. */
export const compressPayload = z.object({ files: z.array(z.string()) });

/**
 * Payload of a `push` job: files below the release folder, or none for all of them; and URL paths of
 * files that are in the bucket and whose earlier content the CDN may still have.
 */
export const pushPayload = z.object({
  files: z.array(z.string()),
  purge: z.array(z.string()).default([]),
});
export type PushPayload = z.infer<typeof pushPayload>;

/** Payload of a `store` job: paths below the folder of uploads, or none for all of them. */
export const storePayload = z.object({ names: z.array(z.string()) });

/** Payload of a `refresh` job: dependency tags whose pages are synced, and further paths. */
export const refreshPayload = z.object({ tags: z.array(z.string()), paths: z.array(z.string()) });

/** Payload of a `comments` job: row id of the article. */
export const commentsPayload = z.object({ article: z.int() });

/**
 * Payload of a `content` job: names of the changed content, and paths of the new, changed and removed games and case
 * studies.
 */
export const contentPayload = z.object({
  names: z.array(z.enum(contentNames)),
  paths: z.array(z.string()).default([]),
});

/**
 * Payload of an `og-images` job: row ids of articles or products; or all games and case studies; or all articles or
 * products, newest first, below the id of the last finished one.
 */
export const ogImagePayload = z.union([
  z.object({ articles: z.array(z.int()) }),
  z.object({ products: z.array(z.int()) }),
  z.object({ of: z.literal('content') }),
  z.object({ below: z.int().nullable(), of: z.literal('products').optional() }),
]);
export type OgImagePayload = z.infer<typeof ogImagePayload>;

/** Payload of a `release` job: the folder of the build to render with. */
export const releasePayload = z.object({
  buildFolder: z.string(),
  reason: z.enum(['start', 'rollback', 'import']),
});
export type ReleasePayload = z.infer<typeof releasePayload>;

/** GET /api/releases: the live, the previous and the failed releases. */
export const releaseListResponse = z
  .object({
    releases: z.array(
      z.object({
        id: z.int(),
        build: z.string(),
        state: z.enum(['rendering', 'live', 'previous', 'failed', 'removed']),
        error: z.string().nullable(),
        createdAt: z.iso.datetime(),
        liveAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReleaseList' });

/** Workers whose queues the job list shows: publisher, mail worker and cross-post worker. */
const jobListSources = ['publishing', 'mail', 'posts'] as const;
const jobListSource = z.enum(jobListSources);
export type JobListSource = z.infer<typeof jobListSource>;

/**
 * State of an entry. `unknown` entries have an unknown result and are never retried automatically. `failed` entries
 * are retried only on request.
 */
const jobListState = z.enum([
  'waiting',
  'running',
  'done',
  'failed',
  'unknown',
  'cancelled',
] as const);
export type JobListState = z.infer<typeof jobListState>;

const jobListFilters = ['all', 'waiting', 'done', 'failed'] as const;
export type JobListFilter = (typeof jobListFilters)[number];

export const JOBS_PER_PAGE = 20;
/** Largest page number. Older entries are on the pages of emails and connections. */
export const JOB_PAGES_MAX = 100;

/** GET /api/admin/jobs: queued, running and finished entries, newest first. */
export const jobListQuery = z.strictObject({
  source: z.enum(['all', ...jobListSources]).default('all'),
  show: z.enum(jobListFilters).default('all'),
  page: z.coerce.number().int().min(1).max(JOB_PAGES_MAX).default(1),
});
export type JobListQuery = z.infer<typeof jobListQuery>;

const jobListEntry = z
  .object({
    source: jobListSource,
    id: z.string().describe('id of the job, email or cross-post'),
    kind: z
      .union([jobKind, emailKind, crossPostTarget])
      .describe('kind of job, kind of email, or service'),
    subject: z.string().describe('title of the article, or subject of the email; may be empty'),
    article: z.string().nullable().describe('_id of the article'),
    to: z.string().nullable().describe('recipient of an email'),
    state: jobListState,
    attempts: z.int(),
    error: z.string().nullable().describe('last error, or the reason why it is waiting'),
    nextAt: z.iso.datetime().nullable().describe('time of the next attempt'),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    canRetry: z.boolean().describe('whether it can be retried'),
    canCancel: z.boolean().describe('whether it can be cancelled, or its failure dismissed'),
  })
  .meta({ id: 'JobListEntry' });
export type JobListEntry = z.infer<typeof jobListEntry>;

const counts = z.object({ waiting: z.int(), failed: z.int() });

export const jobListResponse = z
  .object({
    entries: z.array(jobListEntry),
    result: z.int(),
    ...pageNumbers,
    counts: z.object({ publishing: counts, mail: counts, posts: counts }),
  })
  .meta({ id: 'JobList' });
export type JobListResponse = z.infer<typeof jobListResponse>;
