import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyAuthorization } from '../../plugins/authorization.ts';
import {
  accountRoutes,
  memberCodeHostRoutes,
  memberUserRoutes,
  ownDataRoutes,
  profileRoutes,
} from './account.ts';
import { memberGameRoutes } from './games.ts';
import { notificationRoutes } from './notifications.ts';
import { commentLikeRoutes, reactionRoutes } from './reactions.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { cartRoutes, libraryRoutes, paymentRoutes } from './shop.ts';
import { uploadRoutes } from './uploads.ts';

export async function memberRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyAuthorization(app, 'member');
  await app.register(accountRoutes);
  await app.register(cartRoutes);
  await app.register(commentLikeRoutes);
  await app.register(libraryRoutes, context);
  await app.register(memberCodeHostRoutes);
  await app.register(memberGameRoutes);
  await app.register(secondFactorRoutes);
  await app.register(memberUserRoutes, context);
  await app.register(notificationRoutes, context);
  await app.register(reactionRoutes, context);
  await app.register(ownDataRoutes, context);
  await app.register(paymentRoutes);
  await app.register(profileRoutes, context);
  await app.register(uploadRoutes, context);
}
