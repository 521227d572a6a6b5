import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  ne,
  notInArray,
} from 'drizzle-orm';
import type { EmailFilter, EmailKind, EmailState } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import { countRows, type Page, type Queryable } from '../database.ts';
import { emails } from '../schema/email.ts';
import type { SubjectRange } from './notifications.ts';

/** Row of the email queue. Times are milliseconds UTC. */
export type Email = typeof emails.$inferSelect;

/** Priority of each kind, lowest first: single emails go before those to many recipients. */
const priorities = {
  account: 1,
  order: 1,
  subscription: 1,
  contact: 3,
  problem: 3,
  alert: 7,
  newsletter: 7,
} as const satisfies Record<EmailKind, number>;

/** Priorities in the order in which emails are sent. */
export const emailPriorities = [...new Set(Object.values(priorities))].sort(
  (one, other) => one - other,
);

type NewEmail = Omit<typeof emails.$inferInsert, 'priority'>;

/** Stores an email in the queue; call it in the transaction of the change that triggers it. */
export function insertEmail(query: Queryable, email: NewEmail): void {
  query
    .insert(emails)
    .values({ ...email, priority: priorities[email.kind] })
    .run();
}

export function findEmailById(query: Queryable, id: number): Email | undefined {
  return query.select().from(emails).where(eq(emails.id, id)).get();
}

export function updateEmail(
  query: Queryable,
  id: number,
  changes: Partial<Pick<Email, 'response' | 'content' | 'handedOverAt' | 'endedAt'>>,
): void {
  query.update(emails).set(changes).where(eq(emails.id, id)).run();
}

/** Deletes the content of emails that ended before a time, or that ended and have expired. */
export function purgeEmailContents(
  query: Queryable,
  { endedBefore, now }: { endedBefore: number; now: number },
): void {
  const readable = isNotNull(emails.content);
  query
    .update(emails)
    .set({ content: null })
    .where(and(readable, isNotNull(emails.endedAt), lte(emails.endedAt, endedBefore)))
    .run();
  query
    .update(emails)
    .set({ content: null })
    .where(
      and(
        readable,
        isNotNull(emails.expiresAt),
        lte(emails.expiresAt, now),
        isNotNull(emails.endedAt),
      ),
    )
    .run();
}

const states = {
  all: undefined,
  waiting: ['queued', 'sending'],
  sent: ['sent'],
  failed: ['failed', 'unknown'],
} as const satisfies Record<EmailFilter, EmailState[] | undefined>;

/** Filter by state and newsletter. */
interface EmailSelection {
  show: EmailFilter;
  newsletterId?: number | undefined;
}

const emailCondition = ({ show, newsletterId }: EmailSelection) =>
  and(
    newsletterId === undefined ? undefined : eq(emails.newsletterId, newsletterId),
    states[show] && inArray(emails.state, [...states[show]]),
  );

/** Lists one page of emails, newest first. */
export function listEmails(
  query: Queryable,
  { limit, offset, ...which }: EmailSelection & Page,
): Email[] {
  return (
    query
      .select()
      .from(emails)
      // Always true; makes SQLite search the primary key, as a test requires.
      .where(emailCondition(which) ?? gt(emails.id, 0))
      .orderBy(desc(emails.id))
      .limit(limit)
      .offset(offset)
      .all()
  );
}

export function countEmails(query: Queryable, which: EmailSelection): number {
  return countRows(query, emails, emailCondition(which));
}

export function findEmail(query: Queryable, publicId: string): Email | undefined {
  return query.select().from(emails).where(eq(emails.publicId, publicId)).get();
}

/** Returns an email that was not sent to the queue. @returns its new row */
export function requeueEmail(
  query: Queryable,
  publicId: string,
  { now, retryUntil }: { now: number; retryUntil: number },
): Email | undefined {
  return query
    .update(emails)
    .set({
      state: 'queued',
      runAt: now,
      retryUntil,
      endedAt: null,
      handedOverAt: null,
      // A retry by an admin starts with the first backoff again.
      attempts: 0,
    })
    .where(
      and(
        eq(emails.publicId, publicId),
        inArray(emails.state, ['failed', 'unknown', 'cancelled']),
        isNotNull(emails.content),
      ),
    )
    .returning()
    .get();
}

/** True if an email about a subject was sent to a recipient, or may have been. */
export function hasEmailAboutSubject(
  query: Queryable,
  subjectKey: string,
  recipient: string,
): boolean {
  const found = query
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.subjectKey, subjectKey),
        eq(emails.recipient, recipient),
        inArray(emails.state, ['sending', 'sent', 'unknown']),
      ),
    )
    .limit(1)
    .get();
  return found !== undefined;
}

/**
 * Returns when the last email about a subject was written, in whatever state it is, or null. A time
 * after `now` does not count: the clock was wrong then.
 */
export function findLastEmailTime(
  query: Queryable,
  subjectKey: string,
  now: number,
): number | null {
  const found = query
    .select({ at: max(emails.createdAt) })
    .from(emails)
    .where(and(eq(emails.subjectKey, subjectKey), lte(emails.createdAt, now)))
    .get();
  return found?.at ?? null;
}

/** Counts the emails that failed after a time, except those about problems. */
export function countFailedEmails(
  query: Queryable,
  since: number,
): { count: number; response: string | null } {
  const failed = query
    .select({ response: emails.response })
    .from(emails)
    .where(
      and(
        inArray(emails.state, [...states.failed]),
        gt(emails.endedAt, since),
        ne(emails.kind, 'problem'),
      ),
    )
    .orderBy(desc(emails.id))
    .all();
  return { count: failed.length, response: failed[0]?.response ?? null };
}

/** Cancels an email that is not being sent. @returns its new row */
export function cancelUnsentEmail(
  query: Queryable,
  publicId: string,
  now: number,
): Email | undefined {
  return query
    .update(emails)
    .set({ state: 'cancelled', endedAt: now })
    .where(
      and(eq(emails.publicId, publicId), inArray(emails.state, ['queued', 'unknown', 'failed'])),
    )
    .returning()
    .get();
}

/** Counts the emails of some kinds to a member since a time, including those in the queue. */
export function countEmailsToMember(
  query: Queryable,
  { member, kinds, since }: { member: string; kinds: NotificationKind[]; since: number },
): number {
  const matching = and(
    eq(emails.member, member),
    gt(emails.createdAt, since),
    inArray(emails.notificationKind, kinds),
    notInArray(emails.state, ['cancelled']),
  );
  return countRows(query, emails, matching);
}

/** Cancels the queued emails to members about some subjects, and deletes their content. */
export function cancelEmailsBySubject(
  query: Queryable,
  subjects: SubjectRange,
  { now, response }: { now: number; response: string },
): void {
  query
    .update(emails)
    .set({ state: 'cancelled', endedAt: now, response, content: null })
    .where(
      and(
        gte(emails.subjectKey, subjects.from),
        lt(emails.subjectKey, subjects.below),
        isNotNull(emails.member),
        eq(emails.state, 'queued'),
      ),
    )
    .run();
}
