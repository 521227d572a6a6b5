import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  codeHostUserParams,
  codeHostUserResponse,
  jokeResponse,
  quoteResponse,
} from '#contracts/panels.ts';
import type { AppContext } from '../../context.ts';
import { createPanels } from '../../services/panels/panels.ts';

/** Each one may ask another service, and waits for it. */
const limit = { max: 60, timeWindow: 60_000 };
/** A picture of a user may be kept by browsers for an hour. */
const AN_HOUR = 'private, max-age=3600';

/** What the Game Corner shows of other services: browsers ask nobody but us. */
export async function panelRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const panels = createPanels(context);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { rateLimit: limit };
  const errors = { '4xx': errorResponse, '5xx': errorResponse };

  routes.get(
    '/api/panels/code-host/:username',
    {
      schema: { params: codeHostUserParams, response: { 200: codeHostUserResponse, ...errors } },
      config,
    },
    ({ params }) => panels.user(params.username),
  );
  routes.get(
    '/api/panels/code-host/:username/avatar',
    { schema: { params: codeHostUserParams, hide: true }, config },
    async ({ params }, reply) => {
      const { type, bytes } = await panels.avatar(params.username);
      return reply.type(type).header('cache-control', AN_HOUR).send(bytes);
    },
  );
  routes.get('/api/panels/quote', { schema: { response: { 200: quoteResponse } }, config }, () =>
    panels.quote(),
  );
  routes.get('/api/panels/joke', { schema: { response: { 200: jokeResponse } }, config }, () =>
    panels.joke(),
  );
}
