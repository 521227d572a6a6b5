import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { cancelMailsAbout } from '../../db/repositories/mails.ts';
import { type AboutRange, deleteNotificationsAbout } from '../../db/repositories/notifications.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { announceUnread } from './notify.ts';

/** Everything whose `about` is exactly this. */
export const exactly = (about: string): AboutRange => ({ from: about, below: `${about}\0` });

/** Everything whose `about` begins with this. */
export const startingWith = (about: string): AboutRange => ({
  from: about,
  below: `${about}\u{10FFFF}`,
});

/**
 * Takes back what members were told about something that they cannot see any more: from their
 * notification centres, and mails that have not left. Belongs in the transaction of what took it away.
 * @param why a sentence that stands beside the mails in the admin
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
    if (user) announceUnread(transaction, context, user);
  }
}
