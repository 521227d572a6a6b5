/**
 * Channels of GET /api/events. Without zod, so that pages for readers can import it.
 *
 * `me` has events for the signed-in user. `jobs` has the progress of the publisher, and `moderation` the comments
 * that await moderation or were decided, both for admins. Each article has a channel for its comments.
 */
export type ArticleCommentsChannel = `article:${string}:comments`;
export type EventChannel = 'me' | 'jobs' | 'moderation' | ArticleCommentsChannel;

/** Largest number of channels in one stream. */
export const CHANNELS_MAX = 20;

export function articleComments(articleId: string): ArticleCommentsChannel {
  return `article:${articleId}:comments`;
}
