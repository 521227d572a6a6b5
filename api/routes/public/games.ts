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
import { refuseLapsedMember, viewerOf } from '../../plugins/session.ts';
import { readBoard, readReplay } from '../../services/games/boards.ts';
import { readChallenge } from '../../services/games/challenge.ts';
import { gameNumbered } from '../../services/games/known-games.ts';
import { readReviews, readReviewsOf } from '../../services/games/reviews.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const errors = { '4xx': errorResponse };

/** What members did in the Game Corner, for everybody to see. */
export const publicGameRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.games;
  app.addHook('onRequest', refuseLapsedMember);
  // Where the Corner is for members alone, so is what they did in it.
  if (context.config.doors.some(({ folder }) => folder === '/gamecorner')) {
    app.addHook('onRequest', async (request) => void viewerOf(request));
  }

  app.get(
    '/api/games/challenge',
    { schema: { response: { 200: challengeResponse, ...errors } } },
    async () => readChallenge(context),
  );
  app.get(
    '/api/games/:id/scores',
    { schema: { params, querystring: boardQuery, response: { 200: boardResponse, ...errors } } },
    async (request) =>
      readBoard(context, gameNumbered(request.params.id), request.query, request.viewer),
  );
  app.get(
    '/api/games/scores/:id',
    { schema: { params, response: { 200: replayResponse, ...errors } } },
    async (request) => readReplay(context, request.params.id, request.viewer),
  );
  app.get(
    '/api/games/reviews',
    { schema: { querystring: reviewListQuery, response: { 200: reviewListResponse, ...errors } } },
    async (request) => readReviews(context, request.query),
  );
  app.get(
    '/api/games/:id/reviews',
    {
      schema: {
        ...{ params, querystring: reviewListQuery },
        response: { 200: gameReviewsResponse, ...errors },
      },
    },
    async ({ params: { id }, query, viewer }) =>
      readReviewsOf(context, gameNumbered(id), query, viewer?.userId ?? null),
  );
};
