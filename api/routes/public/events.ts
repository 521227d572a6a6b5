import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsQuery, type PersonalEvent } from '#contracts/live.ts';
import type { AppContext } from '../../context.ts';
import { admitTo, type Wish } from '../../services/live/admit.ts';
import { countUnread } from '../../services/notifications/centre.ts';

/** What happens while a page is open: one stream per browser, with the channels it asks for. */
export const eventRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const greet = (request: FastifyRequest, wishes: Wish[]): [string, unknown][] => {
    const refused = wishes.filter((wish) => wish.refusal).map((wish) => wish.channel);
    const greetings: [string, unknown][] = refused.length > 0 ? [['refused', refused]] : [];
    if (!request.viewer || !wishes.some((wish) => wish.channel === 'me')) return greetings;
    // Whoever was away knows at once what they have missed.
    const unread = countUnread(context, request.viewer.userId);
    return [...greetings, ['me', { type: 'notifications', unread } satisfies PersonalEvent]];
  };

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
        greetings: greet(request, wishes),
        mayStay,
      });
    },
  );
};
