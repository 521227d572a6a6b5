import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  connectionChanged,
  connectionKeyRequest,
  connectionListResponse,
  crossPostTarget,
  keyTarget,
  linkedinFinish,
  linkedinQuestion,
  targetNames,
} from '#contracts/cross-post.ts';
import { errorResponse } from '#contracts/errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  connectByKey,
  disconnect,
  readConnections,
  testConnection,
} from '../../services/crosspost/connections.ts';
import { askLinkedin, hearLinkedin } from '../../services/crosspost/linkedin.ts';

const params = z.strictObject({ target: crossPostTarget });
const answers = { 200: connectionChanged, '4xx': errorResponse, '5xx': errorResponse };
/** Whoever posts in the owner's name elsewhere has to be the owner. */
const confirmed = { confirmed: true };
/** Each one asks another service, and waits for it. */
const rateLimit = { max: 30, timeWindow: 60_000 };

/** Accounts at other services that articles are posted to. */
export const adminConnectionRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.crossPosting;

  app.get(
    '/api/admin/connections',
    { schema: { response: { 200: connectionListResponse } } },
    async () => ({ connections: readConnections(context) }),
  );

  app.put(
    '/api/admin/connections/:target',
    {
      schema: {
        params: z.strictObject({ target: keyTarget }),
        body: connectionKeyRequest,
        response: answers,
      },
      config: { ...confirmed, rateLimit },
    },
    async (request) => {
      const { target } = request.params;
      const connection = await connectByKey(context, target, request.body.key);
      return { msg: `${targetNames[target]} is connected as ${connection.name}.`, connection };
    },
  );

  app.post(
    '/api/admin/connections/linkedin',
    { schema: { response: { 200: linkedinQuestion, '4xx': errorResponse } }, config: confirmed },
    async (request) => ({ url: await askLinkedin(context, viewerOf(request)) }),
  );

  app.post(
    '/api/admin/connections/linkedin/finish',
    { schema: { body: linkedinFinish, response: answers }, config: { rateLimit } },
    async (request) => {
      const connection = await hearLinkedin(context, viewerOf(request), request.body);
      return { msg: `LinkedIn is connected as ${connection.name}.`, connection };
    },
  );

  app.post(
    '/api/admin/connections/:target/test',
    { schema: { params, response: answers }, config: { rateLimit } },
    async (request) => {
      const { target } = request.params;
      const connection = await testConnection(context, target);
      return { msg: `${targetNames[target]} answers, as ${connection.name}.`, connection };
    },
  );

  app.delete(
    '/api/admin/connections/:target',
    { schema: { params, response: answers }, config: confirmed },
    async (request) => {
      const { target } = request.params;
      const connection = await disconnect(context, target);
      return { msg: `${targetNames[target]} is not connected any more.`, connection };
    },
  );
};
