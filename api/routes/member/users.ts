import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { userInfoResponse } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { readOwnUser } from '../../services/accounts/response.ts';
import { countUnread } from '../../services/notifications/centre.ts';

/** What members see of themselves. */
export async function memberUserRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/user/info',
      { schema: { response: { 200: userInfoResponse, '4xx': errorResponse } } },
      async (request) => {
        if (!request.viewer) throw new DomainError('NOT_SIGNED_IN');
        const { userId } = request.viewer;
        const users = readOwnUser(context, userId);
        return { users, unreadNotifications: countUnread(context, userId) };
      },
    );
}
