import { z } from 'zod';
import { articleStates } from './article.ts';

/** What waits in the outbox, and how far it got. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export const jobState = z.enum(jobStates);
export type JobState = z.infer<typeof jobState>;

/**
 * `publish` brings the pages in line with a change; `release` renders everything afresh with another
 * build of the code; `follow` writes what a fresh release can be served without for a moment: the
 * markdown twins and redirect pages; `compress` writes compressed twins; `refresh` brings pages in
 * line that show something which was made meanwhile; `share` draws the pictures that stand for
 * articles and products where they are shared; `pictures` makes the smaller and newer forms of images; `comments`
 * brings the page of one article in line with what is said below it; `push` copies files of the release into the bucket of PUBLISH_TO.
 */
export const jobKinds = [
  'publish',
  'release',
  'follow',
  'compress',
  'refresh',
  'share',
  'pictures',
  'comments',
  'push',
] as const;
export const jobKind = z.enum(jobKinds);
export type JobKind = z.infer<typeof jobKind>;

/**
 * One server-sent event of a publishing job. `live` means that the file a reader gets is in place;
 * lists and feeds follow and end with `done`.
 */
export const jobProgress = z
  .discriminatedUnion('step', [
    z.object({ step: z.literal('queued'), job: z.number().int() }),
    z.object({ step: z.literal('rendering'), job: z.number().int() }),
    z.object({
      step: z.literal('live'),
      job: z.number().int(),
      path: z.string().describe('URL path'),
      visible: z.boolean().describe('false if the change removed the page'),
      milliseconds: z.number().describe('milliseconds from the request to the published file'),
    }),
    z.object({ step: z.literal('done'), job: z.number().int(), pages: z.number().int() }),
    z.object({ step: z.literal('failed'), job: z.number().int(), reason: z.string() }),
  ])
  .meta({ id: 'JobProgress' });
export type JobProgress = z.infer<typeof jobProgress>;

/** One job, for who could not hear its events. */
export const jobResponse = z
  .object({
    id: z.number().int(),
    kind: jobKind,
    state: jobState,
    attempts: z.number().int(),
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
 * GET /api/jobs/failed: articles whose pages are not what they should be, and what could not be done
 * after publishing: what is said below an article, pages that show something new, compressed copies.
 * Newest first.
 */
export const failedJobsResponse = z
  .object({ jobs: z.array(failedJob), followers: z.array(failedJob) })
  .meta({ id: 'FailedJobs' });
export type FailedJob = z.infer<typeof failedJob>;

/** What a finished `publish` job keeps of its progress. */
export const publishResult = z.object({ live: jobProgress.nullable() });

/** What the publisher has to know of an article at one instant. */
export const articleFacts = z.object({
  id: z.number().int().describe('row id'),
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

/** Payload of a `publish` job: the article before and after the change it follows from. */
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

/** Payload of a `refresh` job: tags whose readers are looked at, and paths besides. */
export const refreshPayload = z.object({ tags: z.array(z.string()), paths: z.array(z.string()) });

/** Payload of a `comments` job: row id of the article. */
export const commentsPayload = z.object({ article: z.number().int() });

/**
 * Payload of a `share` job: row ids of articles or of products; or all articles, or all products, the
 * newest first, below an id that says how far it got.
 */
export const sharePayload = z.union([
  z.object({ articles: z.array(z.number().int()) }),
  z.object({ products: z.array(z.number().int()) }),
  z.object({ below: z.number().int().nullable(), of: z.literal('products').optional() }),
]);
export type SharePayload = z.infer<typeof sharePayload>;

/** Payload of a `release` job: the folder of the build to render with. */
export const releasePayload = z.object({
  buildFolder: z.string(),
  reason: z.enum(['start', 'rollback', 'import']),
});
export type ReleasePayload = z.infer<typeof releasePayload>;

/** GET /api/releases: what is served, what was before, and why one could not be made. */
export const releaseListResponse = z
  .object({
    releases: z.array(
      z.object({
        id: z.number().int(),
        build: z.string(),
        state: z.enum(['rendering', 'live', 'previous', 'failed', 'removed']),
        error: z.string().nullable(),
        createdAt: z.iso.datetime(),
        liveAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReleaseList' });
