import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  articleCrossPostsResponse,
  connectionChanged,
  connectionKeyRequest,
  connectionListResponse,
  crossPostChanged,
  crossPostLinkRequest,
  crossPostListQuery,
  crossPostListResponse,
  crossPostTarget,
  keyTarget,
  linkedinFinish,
  linkedinRedirect,
  targetNames,
} from '#contracts/cross-post.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  connectByKey,
  disconnect,
  getConnections,
  handleLinkedinCallback,
  startLinkedinSignIn,
  testConnection,
} from '../../services/crosspost/connections.ts';
import {
  cancelCrossPost,
  getArticleCrossPosts,
  getPostLog,
  retryCrossPost,
  setCrossPostUrl,
} from '../../services/crosspost/post-log.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const schema = { params, response: { 200: crossPostChanged } };

const targetParams = z.strictObject({ target: crossPostTarget });
const responses = { 200: connectionChanged };
/** Connecting a service allows posting in the owner's name. */
const config = { requiresRecentAuth: true };
/** Each request calls another service. */
const rateLimit = { max: 30, timeWindow: MINUTE_MS };

/**
 * Routes of connections to other services and of the cross-post log; posts are requested by the
 * options of an article.
 */
export const adminCrossPostRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.crossPosting;

  app.get(
    '/api/admin/cross-posts',
    { schema: { querystring: crossPostListQuery, response: { 200: crossPostListResponse } } },
    async (request) => getPostLog(context, request.query),
  );

  app.get(
    '/api/admin/articles/:id/cross-posts',
    { schema: { params, response: { 200: articleCrossPostsResponse } } },
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

  app.get(
    '/api/admin/connections',
    { schema: { response: { 200: connectionListResponse } } },
    async () => ({ connections: getConnections(context) }),
  );

  app.put(
    '/api/admin/connections/:target',
    {
      schema: {
        params: z.strictObject({ target: keyTarget }),
        body: connectionKeyRequest,
        response: responses,
      },
      config: { ...config, rateLimit },
    },
    async (request) => {
      const { target } = request.params;
      const connection = await connectByKey(context, target, request.body.key);
      return { msg: `${targetNames[target]} is connected as ${connection.name}.`, connection };
    },
  );

  app.post(
    '/api/admin/connections/linkedin',
    { schema: { response: { 200: linkedinRedirect } }, config },
    async (request) => ({ url: await startLinkedinSignIn(context, viewerOf(request)) }),
  );

  app.post(
    '/api/admin/connections/linkedin/finish',
    { schema: { body: linkedinFinish, response: responses }, config: { rateLimit } },
    async (request) => {
      const connection = await handleLinkedinCallback(context, viewerOf(request), request.body);
      return { msg: `LinkedIn is connected as ${connection.name}.`, connection };
    },
  );

  app.post(
    '/api/admin/connections/:target/test',
    { schema: { params: targetParams, response: responses }, config: { rateLimit } },
    async (request) => {
      const { target } = request.params;
      const connection = await testConnection(context, target);
      return { msg: `${targetNames[target]} works, connected as ${connection.name}.`, connection };
    },
  );

  app.delete(
    '/api/admin/connections/:target',
    { schema: { params: targetParams, response: responses }, config },
    async (request) => {
      const { target } = request.params;
      const connection = await disconnect(context, target);
      return { msg: `${targetNames[target]} is disconnected.`, connection };
    },
  );
};
