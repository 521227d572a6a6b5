import { z } from 'zod';
import { articleResponse } from './article.ts';
import { ignoredFields, pageNumbers, pageQuery } from './fields.ts';

const totalLikes = z.int().describe('counted by the server');

/** GET /api/articles/{id}/reactions: all reactions for the page of an article. */
export const reactionsResponse = z
  .object({
    totalLikes,
    liked: z.boolean().describe('whether the caller has liked it'),
    saved: z.boolean().describe('whether the caller has saved it'),
    alerts: z.boolean().describe('whether the caller is notified about new articles'),
  })
  .meta({ id: 'Reactions' });
export type Reactions = z.infer<typeof reactionsResponse>;

/** PUT /api/articles/{id}/likes. The number of likes in the request is ignored. */
export const likeRequest = z
  .strictObject({ ...ignoredFields('likes') })
  .nullish()
  .meta({ id: 'Like' });

/** Response to PUT and DELETE /api/articles/{id}/likes */
export const likeResponse = z.object({ msg: z.string(), totalLikes }).meta({ id: 'Likes' });

/** Response to PUT and DELETE /api/articles/{id}/saves */
export const saveResponse = z.object({ msg: z.string(), saved: z.boolean() }).meta({ id: 'Saved' });

/** Largest number of articles in one call. */
const LISTED_MAX = 100;
const articleIds = z.array(z.string().min(1).max(200)).max(LISTED_MAX);

/**
 * PUT /api/user/{id}, for the caller. Articles of the lists are added to the liked or saved ones; DELETE of `likes`
 * or `saves` removes one. `notifications` turns notifications about new articles on with true or, as documented, a
 * list with an article, and off with false or an empty list.
 */
export const userReactionsRequest = z
  .strictObject({
    savedArticles: articleIds.optional(),
    likedArticles: articleIds.optional(),
    notifications: z.union([articleIds, z.boolean()]).optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    error: 'Provide savedArticles, likedArticles or notifications.',
  })
  .meta({ id: 'UserReactions' });
export type UserReactionsRequest = z.infer<typeof userReactionsRequest>;

export const userReactionsResponse = z
  .object({
    msg: z.string(),
    savedArticles: z.array(z.string()).describe('_ids, newest first'),
    likedArticles: z.array(z.string()).describe('_ids, newest first'),
    notifications: z.boolean(),
  })
  .meta({ id: 'UserReactionsChanged' });

export const REACTIONS_PER_PAGE = 20;

/** GET /api/reading-list and /api/liked-articles: saved or liked articles of a member, newest first. */
export const reactionListQuery = z.strictObject({ ...pageQuery(REACTIONS_PER_PAGE) });
export type ReactionListQuery = z.infer<typeof reactionListQuery>;

export const readingListResponse = z
  .object({
    articles: z.array(articleResponse.extend({ savedAt: z.iso.datetime() })),
    result: z.int(),
    ...pageNumbers,
  })
  .meta({ id: 'ReadingList' });

export const likedArticlesResponse = z
  .object({
    articles: z.array(articleResponse.extend({ likedAt: z.iso.datetime() })),
    result: z.int(),
    ...pageNumbers,
  })
  .meta({ id: 'LikedArticles' });
