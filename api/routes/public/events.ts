import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsQuery } from '#contracts/live.ts';
import type { AppContext } from '../../context.ts';
import { admitTo } from '../../services/live/admit.ts';

/** What happens while a page is open: one stream per browser, with the channels it asks for. */
export const eventRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/events',
    { schema: { hide: true, querystring: eventsQuery }, exposeHeadRoute: false },
    (request, reply) => {
      const { viewer } = request;
      const wishes = request.query.channel.map((channel) => admitTo(context, channel, viewer));
      const admitted = wishes.filter((wish) => wish.refusal === null);
      const [first] = wishes;
      if (admitted.length === 0 && first?.refusal) throw first.refusal;
      const mayStay =
        viewer && admitted.some((wish) => wish.isPrivate) ? () => app.isStill(viewer) : undefined;
      app.live.open(request, reply, {
        channels: admitted.map((wish) => wish.stored),
        refused: wishes.filter((wish) => wish.refusal).map((wish) => wish.channel),
        mayStay,
      });
    },
  );
};
