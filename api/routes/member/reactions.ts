import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  likedArticlesResponse,
  likeRequest,
  likeResponse,
  reactionListQuery,
  readingListResponse,
  saveResponse,
  userReactionsRequest,
  userReactionsResponse,
} from '#contracts/reaction.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { reactionLimit } from '../../plugins/rate-limit.ts';
import { viewerOf } from '../../plugins/session.ts';
import { readLikedArticles, readReadingList } from '../../services/reactions/reaction-lists.ts';
import { changeReactions, like, save, takeLikeBack } from '../../services/reactions/reactions.ts';

const limits = { rateLimit: reactionLimit };
const params = z.strictObject({ id: z.string().min(1).max(200) });

/** What members do with articles beside reading them. */
export const reactionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const likes = { 200: likeResponse, '4xx': errorResponse };
  app.put(
    '/api/articles/:id/likes',
    { schema: { params, body: likeRequest, response: likes }, config: limits },
    async (request) => {
      const totalLikes = await like(context, request.params.id, viewerOf(request).userId);
      return { msg: 'Liked.', totalLikes };
    },
  );
  app.delete(
    '/api/articles/:id/likes',
    { schema: { params, response: likes }, config: limits },
    async (request) => {
      const totalLikes = await takeLikeBack(context, request.params.id, viewerOf(request).userId);
      return { msg: 'Your like is taken back.', totalLikes };
    },
  );

  const saves = { 200: saveResponse, '4xx': errorResponse };
  app.put(
    '/api/articles/:id/saves',
    { schema: { params, response: saves }, config: limits },
    async (request) => {
      const { userId } = viewerOf(request);
      await save(context, request.params.id, { userId, saved: true });
      return { msg: 'Saved to your reading list.', saved: true };
    },
  );
  app.delete(
    '/api/articles/:id/saves',
    { schema: { params, response: saves }, config: limits },
    async (request) => {
      const { userId } = viewerOf(request);
      await save(context, request.params.id, { userId, saved: false });
      return { msg: 'Removed from your reading list.', saved: false };
    },
  );

  app.put(
    '/api/user/:id',
    {
      schema: {
        params,
        body: userReactionsRequest,
        response: { 200: userReactionsResponse, '4xx': errorResponse },
      },
      config: limits,
    },
    async (request) => {
      const { publicId, userId } = viewerOf(request);
      // As if another's account were not there.
      if (request.params.id !== publicId) throw new DomainError('NOT_FOUND');
      const now = await changeReactions(context, userId, request.body);
      const started = request.body.notifications !== undefined && now.notifications;
      return { msg: started ? ALERTED : 'Saved.', ...now };
    },
  );

  app.get(
    '/api/reading-list',
    {
      schema: {
        querystring: reactionListQuery,
        response: { 200: readingListResponse, '4xx': errorResponse },
      },
    },
    async (request) => readReadingList(context, viewerOf(request).userId, request.query),
  );

  app.get(
    '/api/liked-articles',
    {
      schema: {
        querystring: reactionListQuery,
        response: { 200: likedArticlesResponse, '4xx': errorResponse },
      },
    },
    async (request) => readLikedArticles(context, viewerOf(request).userId, request.query),
  );
};

/** As documented. */
const ALERTED = 'Start being alerted when user makes posts.';
