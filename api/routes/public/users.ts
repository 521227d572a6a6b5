import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { timelineQuery, timelineResponse, viewerQuery } from '#contracts/profile.ts';
import { memberUser } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { getMemberProfile, getTimeline } from '../../services/profile/member-profile.ts';

const params = z.strictObject({ id: z.string() });

/** Returns a member as visible to the viewer, in a list as documented. */
export const publicUserRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/user/:id',
    {
      schema: {
        params,
        querystring: viewerQuery,
        response: { 200: z.object({ users: z.array(memberUser) }) },
      },
    },
    async ({ viewer, params: { id }, query: { as } }) => ({
      users: [getMemberProfile(context, { viewer, as }, id)],
    }),
  );

  app.get(
    '/api/user/:id/timeline',
    { schema: { params, querystring: timelineQuery, response: { 200: timelineResponse } } },
    async ({ viewer, params: { id }, query: { as, after } }) =>
      getTimeline(context, { viewer, as }, id, after),
  );
};
