import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { profileRequest, profileResponse } from '#contracts/profile.ts';
import { userInfoQuery, userInfoResponse } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import { saveProfile } from '../../services/profile/profile-changes.ts';
import { getUserInfo } from '../../services/users/user-response.ts';

/** Limit because each change of name or picture renders pages. */
const saveLimit = { max: 20, timeWindow: 60_000, hook: 'preHandler' } as const;

/** Routes for the own account. */
export async function memberUserRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/user/info',
    {
      schema: {
        querystring: userInfoQuery,
        response: { 200: userInfoResponse, '4xx': errorResponse },
      },
    },
    async ({ viewer, query }) => {
      if (!viewer) throw new DomainError('NOT_SIGNED_IN');
      return getUserInfo(context, viewer, query.article);
    },
  );
}

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
