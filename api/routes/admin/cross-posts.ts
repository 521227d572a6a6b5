import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  articleCrossPostsResponse,
  crossPostChanged,
  crossPostLinkRequest,
  crossPostListQuery,
  crossPostListResponse,
} from '#contracts/cross-post.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  callOff,
  giveLink,
  readArticleCrossPosts,
  readLedger,
  sendAgain,
} from '../../services/crosspost/ledger.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const schema = { params, response: { 200: crossPostChanged, '4xx': errorResponse } };

/** The ledger of what was posted elsewhere. Asking for it are checkboxes of the article. */
export const adminCrossPostRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.crossPosting;

  app.get(
    '/api/admin/cross-posts',
    { schema: { querystring: crossPostListQuery, response: { 200: crossPostListResponse } } },
    async (request) => readLedger(context, request.query),
  );

  app.get(
    '/api/admin/articles/:id/cross-posts',
    { schema: { params, response: { 200: articleCrossPostsResponse, '4xx': errorResponse } } },
    async (request) => readArticleCrossPosts(context, request.params.id),
  );

  app.post('/api/admin/cross-posts/:id/retry', { schema }, async (request) => ({
    msg: 'It is posted in a moment.',
    post: await sendAgain(context, request.params.id),
  }));

  app.post('/api/admin/cross-posts/:id/cancel', { schema }, async (request) => ({
    msg: 'It will not be posted.',
    post: await callOff(context, request.params.id),
  }));

  app.post(
    '/api/admin/cross-posts/:id/link',
    { schema: { ...schema, body: crossPostLinkRequest } },
    async (request) => ({
      msg: 'Noted: it is there.',
      post: await giveLink(context, request.params.id, request.body.url),
    }),
  );
};
