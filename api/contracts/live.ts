import { z } from 'zod';
import { CHANNELS_MAX } from './live-channels.ts';

const liveChannel = z.union([
  z.enum(['me', 'jobs', 'moderation']),
  z.templateLiteral(['article:', z.string().regex(/^[a-z0-9]{1,40}$/), ':comments']),
]);

/**
 * GET /api/events?channel=me&channel=article:…:comments. Each server-sent event has its channel as
 * its name and JSON as its data; the event `refused` lists channels that are not carried, such as
 * `me` for a guest. What was missed while a stream was away is not told again: whoever
 * connects asks for what they show.
 */
export const eventsQuery = z.strictObject({
  channel: z
    .union([liveChannel, z.array(liveChannel).min(1).max(CHANNELS_MAX)])
    .transform((channels) => [...new Set([channels].flat())]),
});

/** An event of the channel `me`. */
export type PersonalEvent = {
  /** Notifications changed: how many are unread now, and the newest if it has just come. */
  type: 'notifications';
  unread: number;
  title?: string;
};
