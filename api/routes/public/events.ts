import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsQuery, type PersonalEvent } from '#contracts/events.ts';
import type { AppContext } from '../../context.ts';
import { authorizeChannel, type ChannelAccess } from '../../services/events/events.ts';
import { countUnread } from '../../services/notifications/notification-list.ts';

/** Route of the event stream: one per browser, with the requested channels. */
export const eventRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const greet = (request: FastifyRequest, channels: ChannelAccess[]): [string, unknown][] => {
    const refused = channels.filter(({ refusal }) => refusal).map(({ channel }) => channel);
    const greetings: [string, unknown][] = refused.length > 0 ? [['refused', refused]] : [];
    if (!request.viewer || !channels.some(({ channel }) => channel === 'me')) return greetings;
    // A reconnected page needs the current count at once.
    const unread = countUnread(context, request.viewer.userId);
    return [...greetings, ['me', { type: 'notifications', unread } satisfies PersonalEvent]];
  };

  app.get(
    '/api/events',
    { schema: { hide: true, querystring: eventsQuery }, exposeHeadRoute: false },
    (request, reply) => {
      const { viewer } = request;
      const channels = request.query.channel.map((channel) =>
        authorizeChannel(context, channel, viewer),
      );
      const allowed = channels.filter(({ refusal }) => refusal === null);
      const [first] = channels;
      if (allowed.length === 0 && first?.refusal) throw first.refusal;
      const mayStay =
        viewer && allowed.some(({ isPrivate }) => isPrivate)
          ? () => app.isStill(viewer)
          : undefined;
      app.live.open(request, reply, {
        channels: allowed.map(({ stored }) => stored),
        greetings: greet(request, channels),
        mayStay,
      });
    },
  );
};
