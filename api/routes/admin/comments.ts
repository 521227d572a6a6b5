import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ModerationDecision,
  moderationChangeResponse,
  moderationQuery,
  moderationRequest,
  moderationResponse,
} from '#contracts/comment.ts';
import { errorResponse } from '#contracts/errors.ts';
import { decide, readCounts, readQueue } from '../../services/comments/moderation.ts';

const outcomes: Record<ModerationDecision, string> = {
  approve: 'approved',
  hold: 'put back to wait',
  reject: 'rejected',
  spam: 'marked as spam',
  delete: 'deleted',
};

/** The moderators' queue. */
export const adminCommentRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;

  app.get(
    '/api/admin/comments',
    { schema: { querystring: moderationQuery, response: { 200: moderationResponse } } },
    async (request) => readQueue(context, request.query),
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
      const { changed, at } = await decide(context, request.body);
      const many = `${changed.length} ${changed.length === 1 ? 'response' : 'responses'}`;
      return {
        msg: `${many} ${outcomes[request.body.decision]}.`,
        changed,
        at,
        counts: readCounts(context),
      };
    },
  );
};
