import { z } from 'zod';
import { articleState } from './article.ts';
import { pageNumbers, pageQuery } from './fields.ts';

/** Services for cross-posts, by the names of their checkboxes. */
export const crossPostTargets = ['linkedin', 'dev', 'medium'] as const;
export const crossPostTarget = z.enum(crossPostTargets);
export type CrossPostTarget = z.infer<typeof crossPostTarget>;

export const targetNames = {
  linkedin: 'LinkedIn',
  dev: 'dev.to',
  medium: 'Medium',
} as const satisfies Record<CrossPostTarget, string>;

/**
 * State of a cross-post. `scheduled` waits for its time, for the live page, or for a connection; `sending` has
 * started; `failed` was certainly not posted; `unknown` has an unknown result; `cancelled` was cancelled before
 * it was sent.
 */
export const crossPostStates = [
  'scheduled',
  'sending',
  'sent',
  'failed',
  'unknown',
  'cancelled',
] as const;
export const crossPostState = z.enum(crossPostStates);
export type CrossPostState = z.infer<typeof crossPostState>;

/** Characters of a key, a token or a link. */
const SECRET_MAX = 2000;
const LINK_MAX = 500;
/** Rows of the cross-post log per page. */
export const CROSS_POSTS_PER_PAGE = 20;

/** State of a connection. `refused`: the service no longer accepts the key or token. */
export const connectionStates = ['none', 'connected', 'expired', 'refused'] as const;
export const connectionResponse = z
  .object({
    target: crossPostTarget,
    state: z.enum(connectionStates),
    available: z.boolean().describe('false if the server lacks a setting'),
    name: z.string().nullable().describe('name of the account at the service'),
    connectedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    daysLeft: z.int().nullable().describe('days until it must be renewed, rounded up'),
  })
  .meta({ id: 'Connection' });
export type ConnectionResponse = z.infer<typeof connectionResponse>;

/** GET /api/admin/connections: one for each service, without keys and tokens. */
export const connectionListResponse = z
  .object({ connections: z.array(connectionResponse) })
  .meta({ id: 'ConnectionList' });

/** Services that are connected with a key of their settings page. */
export const keyTarget = z.enum(['dev', 'medium']);
export type KeyTarget = z.infer<typeof keyTarget>;

/** PUT /api/admin/connections/{target}: verifies a key and stores it. */
export const connectionKeyRequest = z
  .strictObject({
    key: z
      .string()
      .trim()
      .min(1, 'Paste the key here.')
      .max(SECRET_MAX)
      .regex(/^[\x21-\x7e]*$/, 'This does not look like a key: it has spaces or other characters.'),
  })
  .meta({ id: 'ConnectionKey' });

/** POST /api/admin/connections/linkedin: URL for the authorization. */
export const linkedinRedirect = z.object({ url: z.url() }).meta({ id: 'LinkedinRedirect' });

/** POST /api/admin/connections/linkedin/finish: `code` and `state` of the redirect. */
export const linkedinFinish = z
  .strictObject({ code: z.string().min(1).max(SECRET_MAX), state: z.string().min(1).max(200) })
  .meta({ id: 'LinkedinFinish' });

export const connectionChanged = z
  .object({ msg: z.string(), connection: connectionResponse })
  .meta({ id: 'ConnectionChanged' });

/** Cross-post of one article to one service. */
export const crossPostResponse = z
  .object({
    _id: z.string(),
    article: z.object({
      _id: z.string(),
      title: z.string(),
      state: articleState,
      url: z.string().describe('canonical URL in the post'),
      live: z.boolean().describe('whether the article is live'),
    }),
    target: crossPostTarget,
    state: crossPostState,
    url: z.string().nullable().describe('URL of the post'),
    attempts: z.int(),
    reason: z.string().nullable().describe('reason why it is waiting, failed or unknown'),
    guided: z.boolean().describe('whether it has to be imported manually'),
    nextAt: z.iso.datetime().nullable(),
    sentAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'CrossPost' });
export type CrossPostResponse = z.infer<typeof crossPostResponse>;

export const crossPostFilters = ['all', 'waiting', 'sent', 'failed'] as const;
export type CrossPostFilter = (typeof crossPostFilters)[number];

/** GET /api/admin/cross-posts: the cross-post log, newest first. */
export const crossPostListQuery = z.strictObject({
  show: z.enum(crossPostFilters).default('all'),
  ...pageQuery(CROSS_POSTS_PER_PAGE),
});
export type CrossPostListQuery = z.infer<typeof crossPostListQuery>;

export const crossPostListResponse = z
  .object({
    posts: z.array(crossPostResponse),
    result: z.int(),
    ...pageNumbers,
    waiting: z.int().describe('total number of scheduled and running posts'),
    failed: z.int().describe('total number of failed and unconfirmed posts'),
  })
  .meta({ id: 'CrossPostList' });

/** GET /api/admin/articles/{id}/cross-posts: cross-posts of one article, for the editor. */
export const articleCrossPostsResponse = z
  .object({ posts: z.array(crossPostResponse), connections: z.array(connectionResponse) })
  .meta({ id: 'ArticleCrossPosts' });

/** POST /api/admin/cross-posts/{id}/link: records the URL of a cross-post that was found at the service. */
export const crossPostLinkRequest = z
  .strictObject({
    url: z
      .string()
      .trim()
      .max(LINK_MAX)
      .pipe(z.url({ protocol: /^https?$/, error: 'Paste the full URL, including https://.' })),
  })
  .meta({ id: 'CrossPostLink' });

export const crossPostChanged = z
  .object({ msg: z.string(), post: crossPostResponse })
  .meta({ id: 'CrossPostChanged' });
