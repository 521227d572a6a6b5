import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  challengeResponse,
  gameReviewsResponse,
  githubUserParams,
  githubUserResponse,
  jokeResponse,
  leaderboardQuery,
  leaderboardResponse,
  quoteResponse,
  replayResponse,
  reviewListQuery,
  reviewListResponse,
} from '#contracts/game.ts';
import type { AppContext } from '../../context.ts';
import { rejectExpiredMember, viewerOf } from '../../plugins/session.ts';
import { parseGameNumber } from '../../services/games/games.ts';
import { getReviewsOfGame, listReviewPage } from '../../services/games/reviews.ts';
import { getChallenge, getLeaderboard, getReplay } from '../../services/games/scores.ts';
import { createPanels } from '../../services/panels/panels.ts';

/** Limit because requests may call another service. */
const limit = { max: 60, timeWindow: MINUTE_MS };

/** Browsers may cache profile pictures for an hour. */
const AN_HOUR = 'private, max-age=3600';

const params = z.strictObject({ id: z.string().min(1).max(200) });
/** Routes of public scores and reviews in the Game Corner. */
export const publicGameRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.games;
  app.addHook('onRequest', rejectExpiredMember);
  // The content of a members-only Game Corner is members-only, too.
  if (context.config.guards.some(({ folder }) => folder === '/gamecorner')) {
    app.addHook('onRequest', async (request) => void viewerOf(request));
  }

  app.get('/api/games/challenge', { schema: { response: { 200: challengeResponse } } }, async () =>
    getChallenge(context),
  );
  app.get(
    '/api/games/:id/scores',
    { schema: { params, querystring: leaderboardQuery, response: { 200: leaderboardResponse } } },
    async (request) =>
      getLeaderboard(
        context,
        parseGameNumber(context, request.params.id),
        request.query,
        request.viewer,
      ),
  );
  app.get(
    '/api/games/scores/:id',
    { schema: { params, response: { 200: replayResponse } } },
    async (request) => getReplay(context, request.params.id, request.viewer),
  );
  app.get(
    '/api/games/reviews',
    { schema: { querystring: reviewListQuery, response: { 200: reviewListResponse } } },
    async (request) => listReviewPage(context, request.query),
  );
  app.get(
    '/api/games/:id/reviews',
    { schema: { params, querystring: reviewListQuery, response: { 200: gameReviewsResponse } } },
    async ({ params: { id }, query, viewer }) =>
      getReviewsOfGame(context, parseGameNumber(context, id), query, viewer?.userId ?? null),
  );
};

/** Routes of the panels in the Game Corner, so that browsers only contact this site. */
export const panelRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const panels = createPanels(context);
  const config = { rateLimit: limit };
  app.get(
    '/api/panels/github/:username',
    { schema: { params: githubUserParams, response: { 200: githubUserResponse } }, config },
    ({ params }) => panels.user(params.username),
  );
  app.get(
    '/api/panels/github/:username/avatar',
    { schema: { params: githubUserParams, hide: true }, config },
    async ({ params }, reply) => {
      const { type, bytes } = await panels.avatar(params.username);
      return reply.type(type).header('cache-control', AN_HOUR).send(bytes);
    },
  );
  app.get('/api/panels/quote', { schema: { response: { 200: quoteResponse } }, config }, () =>
    panels.quote(),
  );
  app.get('/api/panels/joke', { schema: { response: { 200: jokeResponse } }, config }, () =>
    panels.joke(),
  );
};
