import { DAY_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import type { NotificationListQuery, NotificationResponse } from '#contracts/notification.ts';
import { type AppContext, iso } from '../../context.ts';
import { findLikers } from '../../db/hot/comments.ts';
import {
  countNotifications,
  deleteNotification,
  deleteNotificationsBefore,
  listNotifications,
  markNotifications,
  type Notification,
} from '../../db/repositories/notifications.ts';
import { DomainError } from '../../errors.ts';
import { fullTitle, joinNames, parseLikesSubjectKey, publishUnreadCount } from './notify.ts';

/** Retention of notifications, in milliseconds. */
const NOTIFICATION_RETENTION_MS = 180 * DAY_MS;

interface Owner {
  userId: number;
  publicId: string;
}

export function getNotificationPage(
  { database }: Pick<AppContext, 'database'>,
  { userId }: Owner,
  { show, ...range }: NotificationListQuery,
) {
  const { query } = database;
  const unread = countNotifications(query, userId, 'unread');
  const result = show === 'unread' ? unread : countNotifications(query, userId, show);
  const { rows, pageInfo } = paginate(range, result);
  const found = listNotifications(query, { userId, show, ...rows });
  return {
    notifications: found.map((row) => toNotificationResponse(database, row)),
    ...pageInfo,
    unread,
  };
}

export const countUnread = ({ database }: Pick<AppContext, 'database'>, userId: number): number =>
  countNotifications(database.query, userId, 'unread');

/**
 * Marks one notification as read or unread, or all as read.
 * @returns the number of unread notifications
 * @throws DomainError NOT_FOUND if the notification does not exist or belongs to another user
 */
export async function markRead(
  context: Pick<AppContext, 'database' | 'clock'>,
  owner: Owner,
  { publicId, read }: { publicId: string | null; read: boolean },
): Promise<number> {
  const readAt = read ? context.clock() : null;
  return context.database.write((transaction) => {
    const { userId } = owner;
    const marked = markNotifications(transaction, { userId, publicId, readAt });
    if (marked === 0 && publicId !== null) throw new DomainError('NOT_FOUND');
    return publishUnreadCount(transaction, context, { ...owner, id: userId });
  });
}

/**
 * Deletes a notification.
 * @returns the number of unread notifications
 * @throws DomainError NOT_FOUND
 */
export async function removeNotification(
  context: Pick<AppContext, 'database' | 'clock'>,
  owner: Owner,
  publicId: string,
): Promise<number> {
  return context.database.write((transaction) => {
    if (!deleteNotification(transaction, owner.userId, publicId)) {
      throw new DomainError('NOT_FOUND');
    }
    return publishUnreadCount(transaction, context, { ...owner, id: owner.userId });
  });
}

/** Deletes notifications after their retention. */
export async function purgeNotifications({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.write((transaction) =>
    deleteNotificationsBefore(transaction, clock() - NOTIFICATION_RETENTION_MS),
  );
}

/** Number of names that a notification about likes shows. */
const NAMES_MAX = 2;

/** Returns the names of the members behind a notification, or null. */
function getActorNames(database: AppContext['database'], row: Notification): string | null {
  const liked = parseLikesSubjectKey(row.subjectKey);
  if (liked === null) return row.byName;
  const { names, count } = findLikers(database, liked, NAMES_MAX);
  return names.length === 0 ? row.byName : joinNames(names, count - names.length);
}

function toNotificationResponse(
  database: AppContext['database'],
  row: Notification,
): NotificationResponse {
  return {
    _id: row.publicId,
    kind: row.kind,
    title: fullTitle(row.title, getActorNames(database, row)),
    excerpt: row.excerpt,
    path: row.path,
    read: row.readAt !== null,
    createdAt: iso(row.createdAt),
  };
}
