import { z } from 'zod';
import { CHANNELS_MAX } from './event-channels.ts';

const eventChannel = z.union([
  z.enum(['me', 'jobs', 'moderation']),
  z.templateLiteral(['article:', z.string().regex(/^[a-z0-9]{1,40}$/), ':comments']),
]);

/**
 * GET /api/events?channel=me&channel=article:…:comments. Each server-sent event has its channel as its name and
 * JSON as its data. The event `refused` lists unavailable channels, such as `me` for a guest. Missed events are
 * not repeated, so clients load the current data after each connection.
 */
export const eventsQuery = z.strictObject({
  channel: z
    .union([eventChannel, z.array(eventChannel).min(1).max(CHANNELS_MAX)])
    .transform((channels) => [...new Set([channels].flat())]),
});

/** An event of the channel `me`. */
export type PersonalEvent = {
  /** A change of notifications, with the number of unread ones, and the newest one if it is new. */
  type: 'notifications';
  unread: number;
  title?: string;
};
