import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, max, sql } from 'drizzle-orm';
import type { NotificationKind, NotificationPreference } from '#contracts/notification.ts';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import {
  articleAlerts,
  notificationPreferences,
  notifications,
  realTimeEvents,
} from '../schema/notifications.ts';

/** Returns the ID of the newest event, 0 if there is none. */
export const readLastEventId = ({ query }: Database): number =>
  query
    .select({ id: max(realTimeEvents.id) })
    .from(realTimeEvents)
    .get()?.id ?? 0;

type Row = typeof notifications.$inferSelect;
/** Notification with the name of its actor. */
export type Notification = Row & { byName: string | null };

/** @returns false if there is a notification with the same key already */
export function insertNotification(query: Queryable, row: typeof notifications.$inferInsert) {
  return query.insert(notifications).values(row).onConflictDoNothing().run().changes > 0;
}

type NotificationFilter = 'all' | 'unread';

const notificationCondition = (userId: number, show: NotificationFilter) =>
  and(
    eq(notifications.userId, userId),
    // A literal value, because the partial index needs the same condition.
    sql`${notifications.inSite} = 1`,
    show === 'unread' ? isNull(notifications.readAt) : undefined,
  );

/** Returns one page of a member's notifications, newest first. */
export function listNotifications(
  query: Queryable,
  { userId, show, limit, offset }: Page & { userId: number; show: NotificationFilter },
): Notification[] {
  return query
    .select({ row: notifications, byName: users.name })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.byUserId))
    .where(notificationCondition(userId, show))
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ row, byName }) => ({ ...row, byName }));
}

export function countNotifications(
  query: Queryable,
  userId: number,
  show: NotificationFilter,
): number {
  const where = notificationCondition(userId, show);
  return countRows(query, notifications, where);
}

/** Marks one notification as read, or all with null. @returns the number of matches */
export function markNotifications(
  query: Queryable,
  { userId, publicId, readAt }: { userId: number; publicId: string | null; readAt: number | null },
): number {
  const which = publicId === null ? 'unread' : 'all';
  return query
    .update(notifications)
    .set({ readAt })
    .where(
      and(
        notificationCondition(userId, which),
        publicId === null ? undefined : eq(notifications.publicId, publicId),
      ),
    )
    .run().changes;
}

/** @returns true if it existed */
export function deleteNotification(query: Queryable, userId: number, publicId: string): boolean {
  const mine = and(notificationCondition(userId, 'all'), eq(notifications.publicId, publicId));
  return query.delete(notifications).where(mine).run().changes > 0;
}

interface NotificationSubject {
  userId: number;
  subjectKey: string;
}

const matchSubject = ({ userId, subjectKey }: NotificationSubject) =>
  and(eq(notifications.subjectKey, subjectKey), eq(notifications.userId, userId));

/** Deletes the notifications of a member about a subject. */
export function deleteNotificationBySubject(query: Queryable, subject: NotificationSubject): void {
  query.delete(notifications).where(matchSubject(subject)).run();
}

/** Hides a notification about a subject or shows it again. @returns true if it changed */
export function setNotificationInSite(
  query: Queryable,
  subject: NotificationSubject,
  inSite: boolean,
): boolean {
  const other = eq(notifications.inSite, !inSite);
  const { changes } = query
    .update(notifications)
    .set({ inSite })
    .where(and(matchSubject(subject), other))
    .run();
  return changes > 0;
}

/** Returns notifications about a subject with the email addresses of their recipients. */
export function listNotificationsBySubject(
  query: Queryable,
  { subjectKey, after, limit }: { subjectKey: string; after: number; limit: number },
) {
  const { id, userId, inSite, readAt } = notifications;
  return query
    .select({ id, userId, inSite, readAt, email: users.email, userPublicId: users.publicId })
    .from(notifications)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(notifications.subjectKey, subjectKey), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/** Deletes a notification, or hides it to remember that it was sent. */
export function withdrawNotification(query: Queryable, id: number, retained: boolean): void {
  const which = eq(notifications.id, id);
  if (retained) query.update(notifications).set({ inSite: false }).where(which).run();
  else query.delete(notifications).where(which).run();
}

/** Range of deduplication keys: from one text to before another. */
export interface SubjectRange {
  from: string;
  below: string;
}

export function updateExcerpts(query: Queryable, subjectKey: string, excerpt: string): void {
  query
    .update(notifications)
    .set({ excerpt })
    .where(eq(notifications.subjectKey, subjectKey))
    .run();
}

/** Deletes the notifications about a subject. @returns row ids of their members */
export function deleteNotificationsBySubject(
  query: Queryable,
  { from, below }: SubjectRange,
): Set<number> {
  const rows = query
    .delete(notifications)
    .where(and(gte(notifications.subjectKey, from), lt(notifications.subjectKey, below)))
    .returning({ userId: notifications.userId })
    .all();
  return new Set(rows.map(({ userId }) => userId));
}

export function deleteNotificationsBefore(query: Queryable, time: number): void {
  query.delete(notifications).where(lte(notifications.createdAt, time)).run();
}

/** Returns the notification preferences that a member has changed. */
export function listPreferences(
  query: Queryable,
  userId: number,
): (NotificationPreference & { kind: string })[] {
  return query
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId))
    .all();
}

export function findPreference(
  query: Queryable,
  userId: number,
  kind: NotificationKind,
): NotificationPreference | undefined {
  return query
    .select({ inSite: notificationPreferences.inSite, byEmail: notificationPreferences.byEmail })
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.userId, userId), eq(notificationPreferences.kind, kind)))
    .get();
}

export function upsertPreference(
  query: Queryable,
  userId: number,
  kind: NotificationKind,
  preference: NotificationPreference,
): void {
  query
    .insert(notificationPreferences)
    .values({ userId, kind, ...preference })
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.kind],
      set: preference,
    })
    .run();
}

/** Stores an event; call it in the transaction of its change. */
export function insertEvent(
  query: Queryable,
  event: { channel: string; data: string; createdAt: number },
): void {
  query.insert(realTimeEvents).values(event).run();
}

export function listEventsAfter({ query }: Database, after: number, limit: number) {
  const { id, channel, data } = realTimeEvents;
  return query
    .select({ id, channel, data })
    .from(realTimeEvents)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

export function purgeEventsBefore(query: Queryable, time: number): void {
  query.delete(realTimeEvents).where(lte(realTimeEvents.createdAt, time)).run();
}

/** Stores that readers are to be notified of an article, unless they have been. */
export function startAlert({ query }: Database, articleId: number, startedAt: number): void {
  query.insert(articleAlerts).values({ articleId, startedAt }).onConflictDoNothing().run();
}

/** Returns the oldest article with pending alerts. */
export function findUnwrittenAlert(query: Queryable) {
  const { articleId, lastRecipientId, writtenAt, unpublishedAt } = articleAlerts;
  const { authorId, title, subtitle, description, slug, state } = articles;
  const shown = { authorId, title, subtitle, description, slug, state };
  return query
    .select({ articleId, lastRecipientId, ...shown })
    .from(articleAlerts)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(and(isNull(writtenAt), isNull(unpublishedAt)))
    .orderBy(asc(articleId))
    .limit(1)
    .get();
}

/** Returns the next users who want alerts about new articles. */
export function listNextToAlert(
  query: Queryable,
  lastRecipientId: number,
  limit: number,
): number[] {
  return (
    query
      .select({ id: users.id })
      .from(users)
      // A literal value, because the partial index needs the same condition.
      .where(and(sql`${users.notifications} = 1`, gt(users.id, lastRecipientId)))
      .orderBy(asc(users.id))
      .limit(limit)
      .all()
      .map(({ id }) => id)
  );
}

export function updateAlert(
  query: Queryable,
  articleId: number,
  changes: Partial<Omit<typeof articleAlerts.$inferInsert, 'articleId'>>,
): void {
  query.update(articleAlerts).set(changes).where(eq(articleAlerts.articleId, articleId)).run();
}

/** Stores that an article is no longer readable, if readers have been notified of it. */
export function recordUnpublication(
  { query }: Database,
  articleId: number,
  unpublishedAt: number,
): void {
  query
    .update(articleAlerts)
    .set({ unpublishedAt })
    .where(and(eq(articleAlerts.articleId, articleId), isNull(articleAlerts.unpublishedAt)))
    .run();
}

/** Returns an article with alerts to withdraw, and the cursor of the last user. */
export function findAlertToWithdraw(query: Queryable) {
  const { articleId, removed, unpublishedAt } = articleAlerts;
  const { publicId, state } = articles;
  return query
    .select({ articleId, publicId, state, removed })
    .from(articleAlerts)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(isNotNull(unpublishedAt))
    .orderBy(asc(articleId))
    .limit(1)
    .get();
}

/** Deletes the alert of an article, so that a new publication sends it again. */
export function deleteAlert(query: Queryable, articleId: number): void {
  query.delete(articleAlerts).where(eq(articleAlerts.articleId, articleId)).run();
}

/** Returns the state of an article before an alert is sent; undefined if it was removed. */
export function findArticleState(query: Queryable, articleId: number) {
  return query
    .select({ state: articles.state })
    .from(articles)
    .where(eq(articles.id, articleId))
    .get()?.state;
}
