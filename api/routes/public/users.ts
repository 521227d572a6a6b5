import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { publicUser } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { readPublicUser } from '../../services/accounts/response.ts';

/** What everybody may read about a user; a list, as documented. */
export async function publicUserRoutes(
  app: FastifyInstance,
  { database }: AppContext,
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/user/:id',
    {
      schema: {
        params: z.strictObject({ id: z.string() }),
        response: { 200: z.object({ users: z.array(publicUser) }), '4xx': errorResponse },
      },
    },
    async (request) => ({ users: [readPublicUser(database.query, request.params.id)] }),
  );
}
