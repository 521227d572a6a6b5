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
  cancelCrossPost,
  getArticleCrossPosts,
  getPostLog,
  retryCrossPost,
  setCrossPostUrl,
} from '../../services/crosspost/post-log.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const schema = { params, response: { 200: crossPostChanged, '4xx': errorResponse } };

/** Routes of the cross-post log; posts are requested by the options of an article. */
export const adminCrossPostRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.crossPosting;

  app.get(
    '/api/admin/cross-posts',
    { schema: { querystring: crossPostListQuery, response: { 200: crossPostListResponse } } },
    async (request) => getPostLog(context, request.query),
  );

  app.get(
    '/api/admin/articles/:id/cross-posts',
    { schema: { params, response: { 200: articleCrossPostsResponse, '4xx': errorResponse } } },
    async (request) => getArticleCrossPosts(context, request.params.id),
  );

  app.post('/api/admin/cross-posts/:id/retry', { schema }, async (request) => ({
    msg: 'It will be posted in a moment.',
    post: await retryCrossPost(context, request.params.id),
  }));

  app.post('/api/admin/cross-posts/:id/cancel', { schema }, async (request) => ({
    msg: 'It will not be posted.',
    post: await cancelCrossPost(context, request.params.id),
  }));

  app.post(
    '/api/admin/cross-posts/:id/link',
    { schema: { ...schema, body: crossPostLinkRequest } },
    async (request) => ({
      msg: 'Recorded as posted.',
      post: await setCrossPostUrl(context, request.params.id, request.body.url),
    }),
  );
};
