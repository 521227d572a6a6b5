import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  sql,
} from 'drizzle-orm';
import type { MailFilter, MailKind, MailState } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';
import { mails } from '../schema.ts';
import type { AboutRange } from './notifications.ts';

/** A row of the mail outbox. Times are milliseconds UTC. */
export type Mail = typeof mails.$inferSelect;

/** What only its kind decides: mails somebody waits for go before those to many. Lower goes first. */
const priorities = {
  account: 1,
  order: 1,
  subscription: 1,
  contact: 3,
  alert: 7,
  newsletter: 7,
} as const satisfies Record<MailKind, number>;
const inTheirOrder = [...new Set(Object.values(priorities))].sort((one, other) => one - other);

type NewMail = Omit<typeof mails.$inferInsert, 'priority'>;

/** Puts a mail into the outbox; belongs in the transaction of what it tells of. */
export function insertMail(query: Queryable, mail: NewMail): void {
  query
    .insert(mails)
    .values({ ...mail, priority: priorities[mail.kind] })
    .run();
}

/** Whether any mail is due: asked each second, so it takes no lock and builds no query. */
export function hasDueMail(database: Connection, now: number): boolean {
  const statement = `SELECT 1 FROM mails WHERE state = 'queued' AND run_at <= ?
    AND priority IN (${inTheirOrder.join(', ')}) LIMIT 1`;
  return prepared<[number], unknown>(database, statement).get(now) !== undefined;
}

/**
 * Claims the next mail that is due, by a conditional update.
 * @returns the mail, now being sent by `holder` alone until `until`
 */
export function claimMail(
  query: Queryable,
  claim: { holder: string; now: number; until: number },
): Mail | undefined {
  for (const priority of inTheirOrder) {
    const next = sql`(SELECT id FROM mails WHERE state = 'queued' AND priority = ${priority}
      AND run_at <= ${claim.now} ORDER BY run_at, id LIMIT 1)`;
    const mail = query
      .update(mails)
      .set({
        state: 'sending',
        holder: claim.holder,
        heldUntil: claim.until,
        handedOverAt: null,
        attempts: sql`attempts + 1`,
      })
      .where(and(eq(mails.id, next), eq(mails.state, 'queued')))
      .returning()
      .get();
    if (mail) return mail;
  }
  return undefined;
}

/** Which attempt at which mail: the one that may still say how it ended. */
type Attempt = Pick<Mail, 'id' | 'attempts' | 'holder'>;

const still = ({ id, attempts, holder }: Attempt, states: MailState[]) =>
  and(
    eq(mails.id, id),
    eq(mails.attempts, attempts),
    holder === null ? isNull(mails.holder) : eq(mails.holder, holder),
    inArray(mails.state, states),
  );

/**
 * Notes that from now on the mail server may have the mail.
 * @returns false when the attempt has been taken away meanwhile: then it must not go on
 */
export function markHandedOver(query: Queryable, attempt: Attempt, now: number): boolean {
  return (
    query
      .update(mails)
      .set({ handedOverAt: now })
      .where(still(attempt, ['sending']))
      .run().changes > 0
  );
}

/** Ends an attempt; one that counts as unknown meanwhile may still tell how it ended. */
export function endMail(
  query: Queryable,
  attempt: Attempt,
  end: {
    state: 'sent' | 'failed' | 'unknown' | 'cancelled';
    answer: string;
    now: number;
    keepLetter: boolean;
  },
): boolean {
  return (
    query
      .update(mails)
      .set({
        state: end.state,
        answer: end.answer,
        endedAt: end.now,
        heldUntil: null,
        ...(!end.keepLetter && { letter: null }),
      })
      .where(still(attempt, ['sending', 'unknown']))
      .run().changes > 0
  );
}

/** Puts a mail that could not be handed over back into the queue. */
export function postponeMail(
  query: Queryable,
  attempt: Attempt,
  { runAt, answer }: { runAt: number; answer: string },
): void {
  query
    .update(mails)
    .set({ state: 'queued', runAt, answer, holder: null, heldUntil: null, handedOverAt: null })
    .where(still(attempt, ['sending', 'unknown']))
    .run();
}

/** Mails that somebody is sending, or was when the process or its machine went away. */
export function listMailsBeingSent(query: Queryable): Mail[] {
  return query.select().from(mails).where(eq(mails.state, 'sending')).all();
}

/** Takes what is said out of mails that nobody can or may send any more. */
export function forgetLetters(
  query: Queryable,
  { endedBefore, now }: { endedBefore: number; now: number },
): void {
  const readable = isNotNull(mails.letter);
  query
    .update(mails)
    .set({ letter: null })
    .where(and(readable, isNotNull(mails.endedAt), lte(mails.endedAt, endedBefore)))
    .run();
  query
    .update(mails)
    .set({ letter: null })
    .where(
      and(
        readable,
        isNotNull(mails.usefulUntil),
        lte(mails.usefulUntil, now),
        isNotNull(mails.endedAt),
      ),
    )
    .run();
}

/** Forgets that mails have been there at all. */
export function forgetMails(query: Queryable, endedBefore: number): number {
  return query
    .delete(mails)
    .where(and(isNotNull(mails.endedAt), lte(mails.endedAt, endedBefore)))
    .run().changes;
}

const states = {
  all: undefined,
  waiting: ['queued', 'sending'],
  sent: ['sent'],
  trouble: ['failed', 'unknown'],
} as const satisfies Record<MailFilter, MailState[] | undefined>;

/** Which mails are meant: those of one newsletter, or of all. */
interface Shown {
  show: MailFilter;
  newsletterId?: number | undefined;
}

const shown = ({ show, newsletterId }: Shown) =>
  and(
    newsletterId === undefined ? undefined : eq(mails.newsletterId, newsletterId),
    states[show] && inArray(mails.state, [...states[show]]),
  );

/** One page of the outbox and its history, newest first. */
export function listMails(
  query: Queryable,
  { limit, offset, ...which }: Shown & { limit: number; offset: number },
): Mail[] {
  return (
    query
      .select()
      .from(mails)
      // Said so that SQLite walks along the key, and a test sees that it does.
      .where(shown(which) ?? gt(mails.id, 0))
      .orderBy(desc(mails.id))
      .limit(limit)
      .offset(offset)
      .all()
  );
}

export function countMails(query: Queryable, which: Shown): number {
  return query.select({ found: count() }).from(mails).where(shown(which)).get()?.found ?? 0;
}

export function findMail(query: Queryable, publicId: string): Mail | undefined {
  return query.select().from(mails).where(eq(mails.publicId, publicId)).get();
}

/** Puts a mail that has ended otherwise than well back into the queue. @returns it as it is now */
export function requeueMail(
  query: Queryable,
  publicId: string,
  { now, giveUpAt }: { now: number; giveUpAt: number },
): Mail | undefined {
  return query
    .update(mails)
    .set({
      state: 'queued',
      runAt: now,
      giveUpAt,
      endedAt: null,
      holder: null,
      heldUntil: null,
      handedOverAt: null,
      // Those before belong to another decision: the pauses begin anew.
      attempts: 0,
    })
    .where(
      and(
        eq(mails.publicId, publicId),
        inArray(mails.state, ['failed', 'unknown', 'cancelled']),
        isNotNull(mails.letter),
      ),
    )
    .returning()
    .get();
}

/** Whether a mail about something has gone to an address, or may have. */
export function wasMailedAbout(query: Queryable, about: string, recipient: string): boolean {
  const found = query
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.about, about),
        eq(mails.recipient, recipient),
        inArray(mails.state, ['sending', 'sent', 'unknown']),
      ),
    )
    .limit(1)
    .get();
  return found !== undefined;
}

/** Takes a mail out of the queue that nobody is sending. @returns it as it is now */
export function cancelMail(query: Queryable, publicId: string, now: number): Mail | undefined {
  return query
    .update(mails)
    .set({ state: 'cancelled', endedAt: now })
    .where(and(eq(mails.publicId, publicId), inArray(mails.state, ['queued', 'unknown', 'failed'])))
    .returning()
    .get();
}

/** Mails that have told a member of these kinds since then, or will. */
export function countMailsToMember(
  query: Queryable,
  { member, notices, since }: { member: string; notices: NotificationKind[]; since: number },
): number {
  const told = and(
    eq(mails.member, member),
    gt(mails.createdAt, since),
    inArray(mails.notice, notices),
    notInArray(mails.state, ['cancelled']),
  );
  return query.select({ found: count() }).from(mails).where(told).get()?.found ?? 0;
}

/** Takes mails to members about something out of the queue, with what they say. */
export function cancelMailsAbout(
  query: Queryable,
  about: AboutRange,
  { now, answer }: { now: number; answer: string },
): void {
  query
    .update(mails)
    .set({ state: 'cancelled', endedAt: now, answer, letter: null })
    .where(
      and(
        gte(mails.about, about.from),
        lt(mails.about, about.below),
        isNotNull(mails.member),
        eq(mails.state, 'queued'),
      ),
    )
    .run();
}
