import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { commentLikeResponse } from '#contracts/comment.ts';
import { commentMessages } from '#contracts/comment-limits.ts';
import { ignoredFields } from '#contracts/fields.ts';
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
import { likeComment, unlikeComment } from '../../services/comments/reader-actions.ts';
import {
  getLikedArticles,
  getReadingList,
  likeArticle,
  setSaved,
  unlikeArticle,
  updateReactions,
} from '../../services/reactions/reactions.ts';

/** Shared with likes and saves of articles. */
const rateLimit = { ...reactionLimit, hook: 'preHandler' } as const;

const response = { 200: commentLikeResponse };

const limits = { rateLimit: reactionLimit };
const params = z.strictObject({ id: z.string().min(1).max(200) });

/** Routes for likes, saves and alerts of articles, and likes of comments. */
export const reactionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { comments } = app;

  app.put(
    '/api/comments/:id/likes',
    {
      schema: { params, body: z.strictObject(ignoredFields('likes')).nullish(), response },
      config: { rateLimit },
    },
    async (request) => {
      const totalLikes = await likeComment(comments, request.params.id, viewerOf(request).userId);
      return { msg: commentMessages.liked, totalLikes, liked: true };
    },
  );

  app.delete(
    '/api/comments/:id/likes',
    { schema: { params, response }, config: { rateLimit } },
    async (request) => {
      const totalLikes = await unlikeComment(comments, request.params.id, viewerOf(request).userId);
      return { msg: commentMessages.unliked, totalLikes, liked: false };
    },
  );

  const likes = { 200: likeResponse };
  app.put(
    '/api/articles/:id/likes',
    { schema: { params, body: likeRequest, response: likes }, config: limits },
    async (request) => {
      const totalLikes = await likeArticle(context, request.params.id, viewerOf(request).userId);
      return { msg: 'Liked.', totalLikes };
    },
  );
  app.delete(
    '/api/articles/:id/likes',
    { schema: { params, response: likes }, config: limits },
    async (request) => {
      const totalLikes = await unlikeArticle(context, request.params.id, viewerOf(request).userId);
      return { msg: 'Like removed.', totalLikes };
    },
  );

  const saves = { 200: saveResponse };
  app.put(
    '/api/articles/:id/saves',
    { schema: { params, response: saves }, config: limits },
    async (request) => {
      const { userId } = viewerOf(request);
      await setSaved(context, request.params.id, { userId, saved: true });
      return { msg: 'Saved to your reading list.', saved: true };
    },
  );
  app.delete(
    '/api/articles/:id/saves',
    { schema: { params, response: saves }, config: limits },
    async (request) => {
      const { userId } = viewerOf(request);
      await setSaved(context, request.params.id, { userId, saved: false });
      return { msg: 'Removed from your reading list.', saved: false };
    },
  );

  app.put(
    '/api/user/:id',
    {
      schema: { params, body: userReactionsRequest, response: { 200: userReactionsResponse } },
      config: limits,
    },
    async (request) => {
      const { publicId, userId } = viewerOf(request);
      // Other accounts look like missing ones.
      if (request.params.id !== publicId) throw new DomainError('NOT_FOUND');
      const reactions = await updateReactions(context, userId, request.body);
      const started = request.body.notifications !== undefined && reactions.notifications;
      return { msg: started ? ALERTED : 'Saved.', ...reactions };
    },
  );

  app.get(
    '/api/reading-list',
    { schema: { querystring: reactionListQuery, response: { 200: readingListResponse } } },
    async (request) => getReadingList(context, viewerOf(request).userId, request.query),
  );

  app.get(
    '/api/liked-articles',
    { schema: { querystring: reactionListQuery, response: { 200: likedArticlesResponse } } },
    async (request) => getLikedArticles(context, viewerOf(request).userId, request.query),
  );
};

/** Message fixed by the specification. */
const ALERTED = 'Start being alerted when user makes posts.';
