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

/** Limit because requests may call another service. */
const limit = { max: 60, timeWindow: 60_000 };
/** Browsers may cache profile pictures for an hour. */
const AN_HOUR = 'private, max-age=3600';

/** Routes of the panels in the Game Corner, so that browsers only contact this site. */
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
