import { z } from 'zod';
import { articleResponse } from './article.ts';
import { droppedFields } from './dropped.ts';

const totalLikes = z.number().int().describe('counted by the server');

/** GET /api/articles/{id}/reactions: all that an article's page asks for, in one answer. */
export const reactionsResponse = z
  .object({
    totalLikes,
    liked: z.boolean().describe('whether the caller has liked it'),
    saved: z.boolean().describe('whether the caller has liked it'),
    alerts: z.boolean().describe('whether the caller is notified about new articles'),
  })
  .meta({ id: 'Reactions' });
export type Reactions = z.infer<typeof reactionsResponse>;

/** PUT /api/articles/{id}/likes. How many there are is not for the client to say. */
export const likeRequest = z
  .strictObject({ ...droppedFields('likes') })
  .nullish()
  .meta({ id: 'Like' });

/** Answer of PUT and DELETE /api/articles/{id}/likes */
export const likeResponse = z.object({ msg: z.string(), totalLikes }).meta({ id: 'Likes' });

/** Answer of PUT and DELETE /api/articles/{id}/saves */
export const saveResponse = z.object({ msg: z.string(), saved: z.boolean() }).meta({ id: 'Saved' });

/** Articles that one call may name. */
const LISTED_MAX = 100;
const articleIds = z.array(z.string().min(1).max(200)).max(LISTED_MAX);

/**
 * PUT /api/user/{id}, for oneself. Articles of the lists are added to those that are liked or saved;
 * taking one out is DELETE of its `likes` or `saves`. `notifications` says whether new articles are
 * told of: a list with an article, as documented, or true; an empty one or false to end it.
 */
export const userReactionsRequest = z
  .strictObject({
    savedArticles: articleIds.optional(),
    likedArticles: articleIds.optional(),
    notifications: z.union([articleIds, z.boolean()]).optional(),
  })
  .refine((wish) => Object.values(wish).some((value) => value !== undefined), {
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

/** Articles per page of the reading list and of the liked articles. */
export const REACTIONS_PER_PAGE = 20;

/** GET /api/reading-list and /api/liked-articles: the articles a member has saved or liked, newest first. */
export const reactionListQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(REACTIONS_PER_PAGE),
});
export type ReactionListQuery = z.infer<typeof reactionListQuery>;

export const readingListResponse = z
  .object({
    articles: z.array(articleResponse.extend({ savedAt: z.iso.datetime() })),
    result: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
  })
  .meta({ id: 'ReadingList' });

export const likedArticlesResponse = z
  .object({
    articles: z.array(articleResponse.extend({ likedAt: z.iso.datetime() })),
    result: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
  })
  .meta({ id: 'LikedArticles' });
