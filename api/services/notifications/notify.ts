import type { PersonalEvent } from '#contracts/live.ts';
import { defaultChoices, type NotificationKind } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { countMailsToMember, wasMailedAbout } from '../../db/repositories/mails.ts';
import {
  countNotifications,
  deleteNotificationAbout,
  findChoice,
  insertNotification,
  showNotificationAbout,
  updateExcerpts,
} from '../../db/repositories/notifications.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { createPublicId } from '../articles/public-id.ts';
import { announce, userChannel } from '../live/announce.ts';
import { enqueueMail } from '../mail/queue.ts';
import { notificationLetter } from './letter.ts';
import { titleOf } from './title.ts';

/** Characters of what was written that a notification repeats. */
const EXCERPT_MAX = 200;

export interface NewNotification {
  /** Row id of who is told. */
  userId: number;
  kind: NotificationKind;
  /**
   * Row id of who did it, or null for a guest: `title` then goes on after their name, as in "replied
   * to your comment on “X”". Left out, `title` is the whole sentence.
   */
  by?: number | null;
  title: string;
  /** What was written; shortened where it is long. Text, never markup. */
  excerpt?: string;
  /** Where it leads, on this site: `/blog/x#comment-y`. */
  path?: string;
  /** What it is about, as `comment:42`: the same kind is told of the same once. */
  about?: string;
  /**
   * What all of this kind that are told together are about: in the centre they are one, which comes
   * anew, unread, with each of them.
   */
  together?: string;
}

/**
 * Tells a member of something, in the way they have chosen: in the notification centre, live and by
 * mail. Belongs in the transaction of what it tells of. Nobody is told of what they did themselves.
 */
export function notify(
  transaction: Queryable,
  context: Pick<AppContext, 'config' | 'clock'>,
  { userId, kind, by, title, excerpt = '', path, about, together }: NewNotification,
): void {
  const user = by === userId ? undefined : findActiveUser(transaction, userId);
  if (!user) return;
  const choice = findChoice(transaction, userId, kind) ?? defaultChoices[kind];
  if (!choice.inSite && !choice.byMail) return;
  const actor = by ? findActiveUser(transaction, by) : undefined;
  const told = {
    kind,
    title: by === null ? `Anonymous ${title}` : title,
    excerpt: shortened(excerpt),
    path: path ?? null,
  };
  const row = { ...told, userId, byUserId: actor?.id ?? null, createdAt: context.clock() };
  const isNew = insertNotification(transaction, {
    ...row,
    publicId: createPublicId(),
    about: about ?? null,
    inSite: choice.inSite && together === undefined,
  });
  if (!isNew) {
    // What was taken back meanwhile stands again as it was.
    if (choice.inSite && together)
      showAbout(transaction, context, { userId, about: together }, true);
    return;
  }
  if (choice.inSite && together !== undefined) {
    deleteNotificationAbout(transaction, { userId, about: together });
    const place = { publicId: createPublicId(), about: together, inSite: true };
    insertNotification(transaction, { ...row, ...place });
  }
  const sentence = titleOf(told.title, actor?.name ?? null);
  if (choice.byMail && mayMail(transaction, context, user, { kind, about })) {
    enqueueMail(transaction, context, {
      kind: 'alert',
      to: user.email,
      letter: notificationLetter(context.config, { ...told, title: sentence }, user.publicId),
      tells: { member: user.publicId, notice: kind },
      ...(about !== undefined && { about }),
    });
  }
  if (choice.inSite) announceUnread(transaction, context, user, sentence);
}

/** Hides what somebody is told in the centre, or shows it. Belongs in the transaction of the change. */
export function showAbout(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  told: { userId: number; about: string },
  inSite: boolean,
): void {
  if (!showNotificationAbout(transaction, told, inSite)) return;
  const user = findActiveUser(transaction, told.userId);
  if (user) announceUnread(transaction, context, user);
}

/** Kinds that other members bring about, as often as they like. */
const ofOthers: NotificationKind[] = ['reply', 'like'];
/** Mails of those kinds that somebody gets in an hour; what comes after is in the centre alone. */
const MAILS_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Whether a mail is in order: to a confirmed address, once about the same, and not one of many. */
function mayMail(
  transaction: Queryable,
  { clock }: Pick<AppContext, 'clock'>,
  { publicId: member, email, emailConfirmedAt }: UserRecord,
  { kind, about }: Pick<NewNotification, 'kind' | 'about'>,
): boolean {
  // What happens to an account has letters of its own, which cannot be switched off.
  if (emailConfirmedAt === null || kind === 'security') return false;
  if (about !== undefined && wasMailedAbout(transaction, about, email)) return false;
  if (!ofOthers.includes(kind)) return true;
  const since = clock() - HOUR_MS;
  return countMailsToMember(transaction, { member, notices: ofOthers, since }) < MAILS_AN_HOUR;
}

/** What was written has been changed: whoever was told of it reads the present words. */
export function correctExcerpt(transaction: Queryable, about: string, text: string): void {
  updateExcerpts(transaction, about, shortened(text));
}

/** Tells the open pages of a member how many notifications are unread now. */
export function announceUnread(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  user: { id: number; publicId: string },
  newest?: string,
): number {
  const unread = countNotifications(transaction, user.id, 'unread');
  announce(transaction, context, {
    channel: userChannel(user.publicId),
    data: { type: 'notifications', unread, title: newest } satisfies PersonalEvent,
  });
  return unread;
}

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= EXCERPT_MAX
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_MAX - 1).join('')}…`;
}
