import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  gameLikesRequest,
  gameLikesResponse,
  reviewRequest,
  reviewResponse,
  scoreRequest,
  scoreResponse,
  seedRequest,
  seedResponse,
} from '#contracts/game.ts';
import { reactionLimit, writingLimit } from '../../plugins/rate-limit.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  getGameLikes,
  likeGames,
  parseGameNumber,
  unlikeGame,
} from '../../services/games/games.ts';
import { removeReview, submitReview } from '../../services/games/reviews.ts';
import { issueSeed, submitScore } from '../../services/games/scores.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
/** Games that one IP address begins, and has counted, in a minute: the shortest lasts seven seconds. */
const playing = { rateLimit: { max: 30, timeWindow: MINUTE_MS } };

/** Routes for members in the Game Corner: likes, scores, reviews. */
export const memberGameRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.games;
  const likes = { 200: gameLikesResponse };
  const liking = { rateLimit: reactionLimit };

  app.get('/api/games/likes', { schema: { response: likes } }, async (request) => ({
    likes: getGameLikes(context, viewerOf(request).userId),
  }));
  app.put(
    '/api/games/likes',
    { schema: { body: gameLikesRequest, response: likes }, config: liking },
    async (request) => ({
      likes: await likeGames(context, viewerOf(request).userId, request.body.likes),
    }),
  );
  app.put(
    '/api/games/:id/like',
    { schema: { params, response: likes }, config: liking },
    async (request) => {
      const game = parseGameNumber(context, request.params.id);
      return { likes: await likeGames(context, viewerOf(request).userId, [game]) };
    },
  );
  app.delete(
    '/api/games/:id/like',
    { schema: { params, response: likes }, config: liking },
    async (request) => {
      const game = parseGameNumber(context, request.params.id);
      return { likes: await unlikeGame(context, viewerOf(request).userId, game) };
    },
  );

  app.post(
    '/api/games/:id/seeds',
    { schema: { params, body: seedRequest, response: { 201: seedResponse } }, config: playing },
    async (request, reply) => {
      const game = parseGameNumber(context, request.params.id);
      const seed = await issueSeed(context, viewerOf(request).userId, game, request.body);
      return reply.code(201).send(seed);
    },
  );
  app.post(
    '/api/games/:id/scores',
    { schema: { params, body: scoreRequest, response: { 201: scoreResponse } }, config: playing },
    async (request, reply) => {
      const game = parseGameNumber(context, request.params.id);
      const counted = await submitScore(context, viewerOf(request).userId, game, request.body);
      return reply.code(201).send(counted);
    },
  );

  app.put(
    '/api/games/:id/review',
    {
      schema: { params, body: reviewRequest, response: { 200: reviewResponse } },
      config: { rateLimit: writingLimit },
    },
    async (request) =>
      submitReview(
        context,
        viewerOf(request),
        parseGameNumber(context, request.params.id),
        request.body,
      ),
  );
  app.delete(
    '/api/games/:id/review',
    { schema: { params, response: { 200: reviewResponse } } },
    async (request) =>
      removeReview(context, viewerOf(request).userId, parseGameNumber(context, request.params.id)),
  );
};
