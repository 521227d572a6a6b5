import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  judgedListQuery,
  judgedListResponse,
  type ReviewDecision,
  reviewDecisionRequest,
  reviewDecisionResponse,
} from '#contracts/game.ts';
import { decideReviews, getReviewQueue } from '../../services/games/reviews.ts';

const outcomes: Record<ReviewDecision, string> = {
  approve: 'approved',
  reject: 'rejected',
  delete: 'deleted',
};

/** Routes for moderating reviews of games. */
export const adminReviewRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.games;

  app.get(
    '/api/admin/reviews',
    { schema: { querystring: judgedListQuery, response: { 200: judgedListResponse } } },
    async (request) => getReviewQueue(context, request.query),
  );
  app.post(
    '/api/admin/reviews/decide',
    {
      schema: {
        body: reviewDecisionRequest,
        response: { 200: reviewDecisionResponse, 400: errorResponse },
      },
    },
    async (request) => {
      const changed = await decideReviews(context, request.body);
      const many = `${changed.length} ${changed.length === 1 ? 'review' : 'reviews'}`;
      return { msg: `${many} ${outcomes[request.body.decision]}.`, changed };
    },
  );
};
