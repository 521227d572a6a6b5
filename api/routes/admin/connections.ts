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
  getConnections,
  handleLinkedinCallback,
  startLinkedinSignIn,
  testConnection,
} from '../../services/crosspost/connections.ts';

const params = z.strictObject({ target: crossPostTarget });
const responses = { 200: connectionChanged, '4xx': errorResponse, '5xx': errorResponse };
/** Connecting a service allows posting in the owner's name. */
const confirmed = { confirmed: true };
/** Each request calls another service. */
const rateLimit = { max: 30, timeWindow: 60_000 };

/** Routes for connections to other services. */
export const adminConnectionRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.crossPosting;

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
    { schema: { params, response: responses }, config: { rateLimit } },
    async (request) => {
      const { target } = request.params;
      const connection = await testConnection(context, target);
      return { msg: `${targetNames[target]} works, connected as ${connection.name}.`, connection };
    },
  );

  app.delete(
    '/api/admin/connections/:target',
    { schema: { params, response: responses }, config: confirmed },
    async (request) => {
      const { target } = request.params;
      const connection = await disconnect(context, target);
      return { msg: `${targetNames[target]} is disconnected.`, connection };
    },
  );
};
