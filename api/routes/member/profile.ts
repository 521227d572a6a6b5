import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { profileRequest, profileResponse } from '#contracts/profile.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { saveProfile } from '../../services/profile/save-profile.ts';

/** Limit because each change of name or picture renders pages. */
const saveLimit = { max: 20, timeWindow: 60_000, hook: 'preHandler' } as const;

/** Route for saving the own profile. */
export async function profileRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/api/user/profile',
    {
      schema: { body: profileRequest, response: { 200: profileResponse, '4xx': errorResponse } },
      config: { rateLimit: saveLimit },
    },
    async (request) => {
      const users = await saveProfile(context, viewerOf(request).userId, request.body);
      return { msg: 'Your profile is saved.', users };
    },
  );
}
