import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ModerationDecision,
  moderationChangeResponse,
  moderationQuery,
  moderationRequest,
  moderationResponse,
} from '#contracts/comment.ts';
import {
  moderatedListQuery,
  moderatedListResponse,
  type ReviewDecision,
  reviewDecisionRequest,
  reviewDecisionResponse,
} from '#contracts/game.ts';
import {
  decideComments,
  getModerationQueue,
  getQueueCounts,
} from '../../services/comments/moderation.ts';
import { decideReviews, getReviewQueue } from '../../services/games/reviews.ts';

const outcomes: Record<ModerationDecision, string> = {
  approve: 'approved',
  hold: 'held for moderation',
  reject: 'rejected',
  spam: 'marked as spam',
  delete: 'deleted',
};

const reviewOutcomes: Record<ReviewDecision, string> = {
  approve: 'approved',
  reject: 'rejected',
  delete: 'deleted',
};

/** Routes for moderating comments and reviews of games. */
export const adminModerationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { comments, games } = app;

  app.get(
    '/api/admin/comments',
    { schema: { querystring: moderationQuery, response: { 200: moderationResponse } } },
    async (request) => getModerationQueue(comments, request.query),
  );

  app.post(
    '/api/admin/comments/decide',
    { schema: { body: moderationRequest, response: { 200: moderationChangeResponse } } },
    async (request) => {
      const { changed, at } = await decideComments(comments, request.body);
      const many = `${changed.length} ${changed.length === 1 ? 'comment' : 'comments'}`;
      return {
        msg: `${many} ${outcomes[request.body.decision]}.`,
        changed,
        at,
        counts: getQueueCounts(comments),
      };
    },
  );

  app.get(
    '/api/admin/reviews',
    { schema: { querystring: moderatedListQuery, response: { 200: moderatedListResponse } } },
    async (request) => getReviewQueue(games, request.query),
  );
  app.post(
    '/api/admin/reviews/decide',
    { schema: { body: reviewDecisionRequest, response: { 200: reviewDecisionResponse } } },
    async (request) => {
      const changed = await decideReviews(games, request.body);
      const many = `${changed.length} ${changed.length === 1 ? 'review' : 'reviews'}`;
      return { msg: `${many} ${reviewOutcomes[request.body.decision]}.`, changed };
    },
  );
};
