import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ModerationDecision,
  moderationChangeResponse,
  moderationQuery,
  moderationRequest,
  moderationResponse,
} from '#contracts/comment.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  decideComments,
  getModerationQueue,
  getQueueCounts,
} from '../../services/comments/moderation.ts';

const outcomes: Record<ModerationDecision, string> = {
  approve: 'approved',
  hold: 'held for moderation',
  reject: 'rejected',
  spam: 'marked as spam',
  delete: 'deleted',
};

/** Routes of the moderation queue. */
export const adminCommentRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;

  app.get(
    '/api/admin/comments',
    { schema: { querystring: moderationQuery, response: { 200: moderationResponse } } },
    async (request) => getModerationQueue(context, request.query),
  );

  app.post(
    '/api/admin/comments/decide',
    {
      schema: {
        body: moderationRequest,
        response: { 200: moderationChangeResponse, 400: errorResponse },
      },
    },
    async (request) => {
      const { changed, at } = await decideComments(context, request.body);
      const many = `${changed.length} ${changed.length === 1 ? 'comment' : 'comments'}`;
      return {
        msg: `${many} ${outcomes[request.body.decision]}.`,
        changed,
        at,
        counts: getQueueCounts(context),
      };
    },
  );
};
