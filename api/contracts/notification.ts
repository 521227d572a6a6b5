import { z } from 'zod';
import { pageInfo, pageQuery } from './fields.ts';
import { linkToken } from './subscriber.ts';

/**
 * Kinds of notifications: a new `article`, a `reply` to a comment, a `like` of a comment, a `moderation` decision,
 * updates of a `purchase`, and events about the `security` of the account.
 */
export const notificationKinds = [
  'article',
  'reply',
  'like',
  'moderation',
  'purchase',
  'security',
] as const;
const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Preference of a member for one kind of notification. */
export interface NotificationPreference {
  inSite: boolean;
  byEmail: boolean;
}

/** Default preferences. Emails about the security of an account are always sent. */
export const defaultPreferences = {
  article: { inSite: true, byEmail: false },
  reply: { inSite: true, byEmail: true },
  like: { inSite: true, byEmail: false },
  moderation: { inSite: true, byEmail: false },
  purchase: { inSite: true, byEmail: true },
  security: { inSite: true, byEmail: true },
} as const satisfies Record<NotificationKind, NotificationPreference>;

export const NOTIFICATIONS_PER_PAGE = 20;

/** GET /api/notifications: the caller's notifications, newest first. */
export const notificationListQuery = z.strictObject({
  show: z.enum(['all', 'unread']).default('all'),
  ...pageQuery(NOTIFICATIONS_PER_PAGE),
});
export type NotificationListQuery = z.infer<typeof notificationListQuery>;

const unread = z.int().describe('number of unread notifications');

export const notificationResponse = z
  .object({
    _id: z.string(),
    kind: notificationKind,
    title: z.string().describe('a sentence'),
    excerpt: z.string().describe('quoted text, or empty'),
    path: z.string().nullable().describe('path on this site'),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type NotificationResponse = z.infer<typeof notificationResponse>;

export const notificationListResponse = z
  .object({ notifications: z.array(notificationResponse), ...pageInfo, unread })
  .meta({ id: 'NotificationList' });

/** PUT /api/notifications: marks all as read. */
export const allReadRequest = z.strictObject({ read: z.literal(true) }).meta({ id: 'AllRead' });

/** PUT /api/notifications/{id} */
export const notificationChangeRequest = z
  .strictObject({ read: z.boolean() })
  .meta({ id: 'NotificationChange' });

export const notificationsChanged = z
  .object({ msg: z.string(), unread })
  .meta({ id: 'NotificationsChanged' });

const preference = z.object({ kind: notificationKind, inSite: z.boolean(), byEmail: z.boolean() });

/** GET /api/notifications/preferences, one for each kind. */
export const preferencesResponse = z
  .object({ preferences: z.array(preference) })
  .meta({ id: 'NotificationPreferences' });

/** PUT /api/notifications/preferences: changes the given kinds. */
export const preferenceRequest = z
  .strictObject({
    kind: notificationKind,
    inSite: z.boolean().optional(),
    byEmail: z.boolean().optional(),
  })
  .refine(({ kind, byEmail }) => kind !== 'security' || byEmail !== false, {
    path: ['byEmail'],
    error: 'Emails about account security cannot be turned off.',
  })
  .meta({ id: 'NotificationPreference' });
export type PreferenceRequest = z.infer<typeof preferenceRequest>;

/** POST /api/notifications/unsubscribe: like the route for subscribers, for one kind of a member's emails. */
export const kindUnsubscribeQuery = z.strictObject({ token: linkToken.optional() });
export const kindUnsubscribeRequest = z
  .strictObject({ token: linkToken.optional(), 'List-Unsubscribe': z.string().max(100).optional() })
  .nullish()
  .meta({ id: 'UnsubscribeNotifications' });
export const kindUnsubscribeResponse = z
  .object({ msg: z.string() })
  .meta({ id: 'LeftNotifications' });
