import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { reactionsResponse } from '#contracts/reaction.ts';
import type { AppContext } from '../../context.ts';
import { rejectExpiredMember } from '../../plugins/session.ts';
import { getReactions } from '../../services/reactions/reactions.ts';

/** Route with the like count of an article and the viewer's own reactions. */
export const publicReactionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.addHook('onRequest', rejectExpiredMember);
  app.get(
    '/api/articles/:id/reactions',
    {
      schema: {
        params: z.strictObject({ id: z.string().min(1).max(200) }),
        response: { 200: reactionsResponse, 401: errorResponse, 404: errorResponse },
      },
    },
    async ({ params, viewer }) => getReactions(context, params.id, viewer?.userId ?? null),
  );
};
