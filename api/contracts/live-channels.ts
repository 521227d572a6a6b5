/**
 * What can be listened to on GET /api/events, without a library, so that readers' pages can say it.
 *
 * `me` is what concerns who is signed in, `jobs` what the publisher does, `moderation` that comments
 * wait or were decided on (both for admins), and each article has its comments.
 */
export type ArticleCommentsChannel = `article:${string}:comments`;
export type LiveChannel = 'me' | 'jobs' | 'moderation' | ArticleCommentsChannel;

/** Channels that one stream may carry. */
export const CHANNELS_MAX = 20;

/** The comments of an article, by its `_id`. */
export function articleComments(articleId: string): ArticleCommentsChannel {
  return `article:${articleId}:comments`;
}
