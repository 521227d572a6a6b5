import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { cancelMailsAbout } from '../../db/repositories/mails.ts';
import { type AboutRange, deleteNotificationsAbout } from '../../db/repositories/notifications.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { publishUnreadCount } from './notify.ts';

/** Range of exactly one subject key. */
export const exactSubject = (about: string): AboutRange => ({ from: about, below: `${about}\0` });

/** Range of all subject keys with this prefix. */
export const subjectPrefix = (about: string): AboutRange => ({
  from: about,
  below: `${about}\u{10FFFF}`,
});

/**
 * Deletes notifications about a subject that is no longer visible, and cancels unsent emails.
 * Call it in the transaction of the change.
 * @param why reason that the admin email list shows
 */
export function withdrawNotifications(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  about: AboutRange,
  why: string,
): void {
  cancelMailsAbout(transaction, about, { now: context.clock(), answer: why });
  for (const userId of deleteNotificationsAbout(transaction, about)) {
    const user = findActiveUser(transaction, userId);
    if (user) publishUnreadCount(transaction, context, user);
  }
}
