import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { commentLikeResponse } from '#contracts/comment.ts';
import { commentMessages } from '#contracts/comment-limits.ts';
import { droppedFields } from '#contracts/dropped.ts';
import { errorResponse } from '#contracts/errors.ts';
import { reactionLimit } from '../../plugins/rate-limit.ts';
import { viewerOf } from '../../plugins/session.ts';
import { likeComment, unlikeComment } from '../../services/comments/reader-actions.ts';

/** Shared with likes and saves of articles. */
const rateLimit = { ...reactionLimit, hook: 'preHandler' } as const;
const params = z.strictObject({ id: z.string().min(1).max(200) });
const response = { 200: commentLikeResponse, 404: errorResponse };

/** Routes for liking comments. */
export const commentLikeRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;

  app.put(
    '/api/comments/:id/likes',
    {
      schema: { params, body: z.strictObject(droppedFields('likes')).nullish(), response },
      config: { rateLimit },
    },
    async (request) => {
      const totalLikes = await likeComment(context, request.params.id, viewerOf(request).userId);
      return { msg: commentMessages.liked, totalLikes, liked: true };
    },
  );

  app.delete(
    '/api/comments/:id/likes',
    { schema: { params, response }, config: { rateLimit } },
    async (request) => {
      const totalLikes = await unlikeComment(context, request.params.id, viewerOf(request).userId);
      return { msg: commentMessages.unliked, totalLikes, liked: false };
    },
  );
};
