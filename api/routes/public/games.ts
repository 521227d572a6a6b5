import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  gameReviewsResponse,
  reviewListQuery,
  reviewListResponse,
} from '#contracts/game-review.ts';
import {
  boardQuery,
  boardResponse,
  challengeResponse,
  replayResponse,
} from '#contracts/game-score.ts';
import { rejectExpiredMember, viewerOf } from '../../plugins/session.ts';
import { parseGameNumber } from '../../services/games/games.ts';
import { getReviewsOfGame, listReviewPage } from '../../services/games/reviews.ts';
import { getLeaderboard, getReplay } from '../../services/games/scores.ts';
import { getChallenge } from '../../services/games/seeds.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const errors = { '4xx': errorResponse };

/** Routes of public scores and reviews in the Game Corner. */
export const publicGameRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.games;
  app.addHook('onRequest', rejectExpiredMember);
  // The content of a members-only Game Corner is members-only, too.
  if (context.config.guards.some(({ folder }) => folder === '/gamecorner')) {
    app.addHook('onRequest', async (request) => void viewerOf(request));
  }

  app.get(
    '/api/games/challenge',
    { schema: { response: { 200: challengeResponse, ...errors } } },
    async () => getChallenge(context),
  );
  app.get(
    '/api/games/:id/scores',
    { schema: { params, querystring: boardQuery, response: { 200: boardResponse, ...errors } } },
    async (request) =>
      getLeaderboard(context, parseGameNumber(request.params.id), request.query, request.viewer),
  );
  app.get(
    '/api/games/scores/:id',
    { schema: { params, response: { 200: replayResponse, ...errors } } },
    async (request) => getReplay(context, request.params.id, request.viewer),
  );
  app.get(
    '/api/games/reviews',
    { schema: { querystring: reviewListQuery, response: { 200: reviewListResponse, ...errors } } },
    async (request) => listReviewPage(context, request.query),
  );
  app.get(
    '/api/games/:id/reviews',
    {
      schema: {
        params,
        querystring: reviewListQuery,
        response: { 200: gameReviewsResponse, ...errors },
      },
    },
    async ({ params: { id }, query, viewer }) =>
      getReviewsOfGame(context, parseGameNumber(id), query, viewer?.userId ?? null),
  );
};
