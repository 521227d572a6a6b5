import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyAuthorization } from '../../plugins/authorization.ts';
import { accountRoutes } from './account.ts';
import { memberGameRoutes } from './games.ts';
import { notificationRoutes } from './notifications.ts';
import { reactionRoutes } from './reactions.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { shopRoutes } from './shop.ts';
import { uploadRoutes } from './uploads.ts';

export async function memberRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'member');
  await app.register(accountRoutes, context);
  await app.register(memberGameRoutes);
  await app.register(notificationRoutes, context);
  await app.register(reactionRoutes, context);
  await app.register(secondFactorRoutes);
  await app.register(shopRoutes, context);
  await app.register(uploadRoutes, context);
}
