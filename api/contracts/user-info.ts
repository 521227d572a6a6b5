import { z } from 'zod';
import { gameLikesResponse } from './game-likes.ts';
import { reactionsResponse } from './reaction.ts';
import { ownUser } from './user.ts';
import { waitingResponse } from './waiting.ts';

/** GET /api/user/info?article=: the article whose reactions the page shows. */
export const userInfoQuery = z.strictObject({
  article: z.string().min(1).max(200).optional().describe('id or slug of an article'),
});

/** GET /api/user/info: all personal data of a page. */
export const userInfoResponse = z
  .object({
    users: ownUser,
    unreadNotifications: z.number().int(),
    cartCount: z.number().int().describe('number of different products in the cart'),
    likedGames: gameLikesResponse.shape.likes,
    reactions: reactionsResponse
      .nullable()
      .describe('reactions to `article`; null without a readable one'),
    waiting: waitingResponse.nullable().describe('pending counts; admins only'),
  })
  .meta({ id: 'UserInfo' });
export type UserInfo = z.infer<typeof userInfoResponse>;
