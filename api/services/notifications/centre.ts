import type { NotificationListQuery, NotificationResponse } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import { findLikers } from '../../db/repositories/comments.ts';
import {
  countNotifications,
  deleteNotification,
  deleteNotificationsBefore,
  listNotifications,
  markNotifications,
  type Notification,
} from '../../db/repositories/notifications.ts';
import { DomainError } from '../../errors.ts';
import { likedComment } from './about.ts';
import { announceUnread } from './notify.ts';
import { listNames, titleOf } from './title.ts';

/** Milliseconds that a notification is kept, read or not. */
const KEEP_MS = 180 * 86_400_000;

/** Whose notifications they are. */
interface Owner {
  userId: number;
  publicId: string;
}

/** One page of somebody's notifications. */
export function readNotifications(
  { database }: Pick<AppContext, 'database'>,
  { userId }: Owner,
  { show, page, limit }: NotificationListQuery,
) {
  const { query } = database;
  const unread = countNotifications(query, userId, 'unread');
  const result = show === 'unread' ? unread : countNotifications(query, userId, show);
  const found = listNotifications(query, { userId, show, limit, offset: (page - 1) * limit });
  const pages = Math.ceil(result / limit);
  return {
    notifications: found.map((row) => toResponse(database, row)),
    result,
    page,
    pages,
    unread,
  };
}

/** How many somebody has not read. */
export const countUnread = ({ database }: Pick<AppContext, 'database'>, userId: number): number =>
  countNotifications(database.query, userId, 'unread');

/**
 * Marks one as read or unread, or all as read. @returns how many are unread now
 * @throws DomainError NOT_FOUND for one that is not there, or another's
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
    return announceUnread(transaction, context, { ...owner, id: userId });
  });
}

/** Removes one. @returns how many are unread now @throws DomainError NOT_FOUND */
export async function removeNotification(
  context: Pick<AppContext, 'database' | 'clock'>,
  owner: Owner,
  publicId: string,
): Promise<number> {
  return context.database.write((transaction) => {
    if (!deleteNotification(transaction, owner.userId, publicId)) {
      throw new DomainError('NOT_FOUND');
    }
    return announceUnread(transaction, context, { ...owner, id: owner.userId });
  });
}

/** Forgets what is half a year old. */
export async function sweepNotifications({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.write((transaction) => deleteNotificationsBefore(transaction, clock() - KEEP_MS));
}

/** Names that a notification about several people's likes begins with. */
const NAMED = 2;

/** Who did it: of likes that are told together, everybody whose like stands. */
function actorsOf(database: AppContext['database'], row: Notification): string | null {
  const liked = likedComment(row.about);
  if (liked === null) return row.byName;
  const { names, count } = findLikers(database, liked, NAMED);
  return names.length === 0 ? row.byName : listNames(names, count - names.length);
}

function toResponse(database: AppContext['database'], row: Notification): NotificationResponse {
  return {
    _id: row.publicId,
    kind: row.kind,
    title: titleOf(row.title, actorsOf(database, row)),
    excerpt: row.excerpt,
    path: row.path,
    read: row.readAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
