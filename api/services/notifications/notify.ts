import { HOUR_MS } from '#contracts/durations.ts';
import type { PersonalEvent } from '#contracts/events.ts';
import type { EmailContent } from '#contracts/mail.ts';
import { defaultPreferences, type NotificationKind } from '#contracts/notification.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  cancelEmailsBySubject,
  countEmailsToMember,
  hasEmailAboutSubject,
} from '../../db/repositories/emails.ts';
import {
  countNotifications,
  deleteNotificationBySubject,
  deleteNotificationsBySubject,
  findPreference,
  insertNotification,
  type SubjectRange,
  setNotificationInSite,
  updateExcerpts,
} from '../../db/repositories/notifications.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { publishEvent, userChannel } from '../events/events.ts';
import { createPublicId } from '../identifiers.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { createUnsubscribeToken } from './preferences.ts';

/** Returns the key of notifications and emails about a new article, by row id. */
export const articleSubjectKey = (id: number): string => `article:${id}`;

/** Returns the key of the combined notification about likes of a comment, by public id. */
export const likesSubjectKey = (publicId: string): string => `comment:${publicId}:likes`;

/** @returns the public id of the comment of a likes key, or null for other subjects */
export const parseLikesSubjectKey = (subjectKey: string | null): string | null =>
  /^comment:([\w-]+):likes$/.exec(subjectKey ?? '')?.[1] ?? null;

/** Range of exactly one subject key. */
export const exactSubject = (subjectKey: string): SubjectRange => ({
  from: subjectKey,
  below: `${subjectKey}\0`,
});

/** Range of all subject keys with this prefix. */
export const subjectPrefix = (subjectKey: string): SubjectRange => ({
  from: subjectKey,
  below: `${subjectKey}\u{10FFFF}`,
});

/** Reason for an email of this kind, as the end of a sentence. */
const emailReasons = {
  article: 'asked to be notified about new articles',
  reply: 'asked to be notified about replies to your comments',
  like: 'asked to be notified about likes of your comments',
  moderation: 'asked to be notified about moderation of your comments',
  purchase: 'bought something',
  security: 'have an account',
} as const satisfies Record<NotificationKind, string>;

const buttonLabels = {
  article: 'Read the article',
  reply: 'Read the reply',
  like: 'See the comment',
  moderation: 'See the comment',
  purchase: 'See your library',
  security: 'See your account',
} as const satisfies Record<NotificationKind, string>;

interface NotificationContent {
  kind: NotificationKind;
  title: string;
  excerpt: string;
  path: string | null;
}

/** Maximum characters of an excerpt. */
const EXCERPT_MAX = 200;

export interface NewNotification {
  /** Row id of the recipient. */
  userId: number;
  kind: NotificationKind;
  /**
   * Row id of the member who caused it, or null for a guest; `title` then continues after their
   * name, as in "replied to your comment on “X”". Without it, `title` is the full sentence.
   */
  by?: number | null;
  title: string;
  /** Text that is quoted, without markup; long texts are shortened. */
  excerpt?: string;
  /** Path of the page to open: `/blog/x#comment-y`. */
  path?: string;
  /** Subject key, such as `comment:42`; a user is notified once per kind and subject. */
  subjectKey?: string;
  /** Subject key of a combined notification, which becomes unread again with each new event. */
  together?: string;
}

/**
 * Notifies a member on the site and by email, according to their preferences.
 * Call it in the transaction of the event; members are not notified of their own actions.
 */
export function notify(
  transaction: Queryable,
  context: Pick<AppContext, 'config' | 'clock'>,
  { userId, kind, by, title, excerpt = '', path, subjectKey, together }: NewNotification,
): void {
  const user = by === userId ? undefined : findActiveUser(transaction, userId);
  if (!user) return;
  const preference = findPreference(transaction, userId, kind) ?? defaultPreferences[kind];
  if (!preference.inSite && !preference.byEmail) return;
  const actor = by ? findActiveUser(transaction, by) : undefined;
  const content = {
    kind,
    title: by === null ? `Anonymous ${title}` : title,
    excerpt: shortenExcerpt(excerpt),
    path: path ?? null,
  };
  const row = { ...content, userId, byUserId: actor?.id ?? null, createdAt: context.clock() };
  const isNew = insertNotification(transaction, {
    ...row,
    publicId: createPublicId(),
    subjectKey: subjectKey ?? null,
    inSite: preference.inSite && together === undefined,
  });
  if (!isNew) {
    // A notification that was withdrawn meanwhile is shown again.
    if (preference.inSite && together)
      setNotificationVisibility(transaction, context, { userId, subjectKey: together }, true);
    return;
  }
  if (preference.inSite && together !== undefined) {
    deleteNotificationBySubject(transaction, { userId, subjectKey: together });
    const place = { publicId: createPublicId(), subjectKey: together, inSite: true };
    insertNotification(transaction, { ...row, ...place });
  }
  const fullText = fullTitle(content.title, actor?.name ?? null);
  if (preference.byEmail && shouldSendEmail(transaction, context, user, { kind, subjectKey })) {
    enqueueEmail(transaction, context, {
      kind: 'alert',
      to: user.email,
      content: notificationEmail(context.config, { ...content, title: fullText }, user.publicId),
      notification: { member: user.publicId, notificationKind: kind },
      ...(subjectKey !== undefined && { subjectKey }),
    });
  }
  if (preference.inSite) publishUnreadCount(transaction, context, user, fullText);
}

/** Shows or hides a notification on the site. Call it in the transaction of the change. */
export function setNotificationVisibility(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  subject: { userId: number; subjectKey: string },
  inSite: boolean,
): void {
  if (!setNotificationInSite(transaction, subject, inSite)) return;
  const user = findActiveUser(transaction, subject.userId);
  if (user) publishUnreadCount(transaction, context, user);
}

/** Kinds that other members can trigger any number of times. */
const memberTriggeredKinds: NotificationKind[] = ['reply', 'like'];
/** Maximum emails of those kinds per recipient and hour; further notifications appear only on the site. */
const EMAILS_PER_HOUR_MAX = 5;

/** True if an email may be sent: to a confirmed address, once per subject, and within the limit. */
function shouldSendEmail(
  transaction: Queryable,
  { clock }: Pick<AppContext, 'clock'>,
  { publicId: member, email, emailConfirmedAt }: UserRecord,
  { kind, subjectKey }: Pick<NewNotification, 'kind' | 'subjectKey'>,
): boolean {
  // Account events have their own emails, which cannot be turned off.
  if (emailConfirmedAt === null || kind === 'security') return false;
  if (subjectKey !== undefined && hasEmailAboutSubject(transaction, subjectKey, email))
    return false;
  if (!memberTriggeredKinds.includes(kind)) return true;
  const since = clock() - HOUR_MS;
  return (
    countEmailsToMember(transaction, { member, kinds: memberTriggeredKinds, since }) <
    EMAILS_PER_HOUR_MAX
  );
}

/** Updates the excerpts of notifications after an edit of the quoted text. */
export function updateNotificationExcerpt(
  transaction: Queryable,
  subjectKey: string,
  text: string,
): void {
  updateExcerpts(transaction, subjectKey, shortenExcerpt(text));
}

/** Publishes the number of unread notifications to the member's open pages. */
export function publishUnreadCount(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  user: { id: number; publicId: string },
  newest?: string,
): number {
  const unread = countNotifications(transaction, user.id, 'unread');
  publishEvent(transaction, context, {
    channel: userChannel(user.publicId),
    data: { type: 'notifications', unread, title: newest } satisfies PersonalEvent,
  });
  return unread;
}

function shortenExcerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= EXCERPT_MAX
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_MAX - 1).join('')}…`;
}

/** Returns the full sentence, which begins with the actor if there is one. */
export const fullTitle = (title: string, byName: string | null): string =>
  byName === null ? title : `${byName} ${title}`;

/** Joins names for a sentence: `Ada, Grace and 3 others`. */
export function joinNames(names: string[], others: number): string {
  const rest = others === 0 ? [] : [others === 1 ? '1 other' : `${others} others`];
  const all = [...names, ...rest];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Builds the email of a notification, with links to unsubscribe from its kind. */
function notificationEmail(
  { siteUrl, dataFolder }: Pick<Config, 'siteUrl' | 'dataFolder'>,
  { kind, title, excerpt, path }: NotificationContent,
  publicId: string,
): EmailContent {
  const token = createUnsubscribeToken(dataFolder, publicId, kind);
  return {
    subject: title,
    title,
    paragraphs: [],
    ...(excerpt !== '' && { quote: excerpt }),
    ...(path !== null && { button: { label: buttonLabels[kind], href: `${siteUrl}${path}` } }),
    reason: `You are receiving this email because you ${emailReasons[kind]} on ${siteUrl}.`,
    unsubscribe: {
      page: `${siteUrl}/unsubscribe-notifications#token=${token}`,
      oneClick: `${siteUrl}/api/notifications/unsubscribe?token=${token}`,
    },
  };
}

/**
 * Deletes notifications about a subject that is no longer visible, and cancels unsent emails.
 * Call it in the transaction of the change.
 * @param why reason that the admin email list shows
 */
export function withdrawNotifications(
  transaction: Queryable,
  context: Pick<AppContext, 'clock'>,
  subjects: SubjectRange,
  why: string,
): void {
  cancelEmailsBySubject(transaction, subjects, { now: context.clock(), response: why });
  for (const userId of deleteNotificationsBySubject(transaction, subjects)) {
    const user = findActiveUser(transaction, userId);
    if (user) publishUnreadCount(transaction, context, user);
  }
}

/** @returns the row id of the article of a subject key, or null for other subjects */
export function parseArticleSubjectKey(subjectKey: string | null): number | null {
  const id = /^article:(\d+)$/.exec(subjectKey ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
