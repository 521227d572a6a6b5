import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { waitingResponse } from '#contracts/waiting.ts';
import type { AppContext } from '../../context.ts';
import { countWaiting } from '../../services/overview/overview.ts';

/** Route of the pending counts in the admin header. */
export const adminWaitingRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get('/api/admin/waiting', { schema: { response: { 200: waitingResponse } } }, async () =>
    countWaiting(context),
  );
};
