import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { userInfoQuery, userInfoResponse } from '#contracts/user-info.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { getUserInfo } from '../../services/users/user-response.ts';

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
