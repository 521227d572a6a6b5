import { defaultChoices, type NotificationKind } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleState } from '../../db/repositories/article-alerts.ts';
import { markContactMessageMailed } from '../../db/repositories/contact-messages.ts';
import {
  claimMail,
  endMail,
  forgetLetters,
  forgetMails,
  hasDueMail,
  listMailsBeingSent,
  type Mail,
  markHandedOver,
  postponeMail,
} from '../../db/repositories/mails.ts';
import { findNewsletter } from '../../db/repositories/newsletters.ts';
import { findChoice } from '../../db/repositories/notifications.ts';
import { isSubscribed } from '../../db/repositories/subscribers.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import type { Delivery, Mailer } from '../../integrations/mailer.ts';
import { articleAbout } from '../notifications/about.ts';
import { composeMessage } from './compose.ts';

/** Milliseconds one attempt may take at most; the patience with a mail server is below it. */
const LEASE_MS = 300_000;
/** Milliseconds before the second attempt; each later one waits twice as long as the one before. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** Milliseconds for which a mail that failed can still be sent again by hand. */
const KEEP_LETTERS_MS = 7 * 86_400_000;
/** Milliseconds for which the history names who got what. */
const KEEP_HISTORY_MS = 90 * 86_400_000;

type DeliveryContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface Courier {
  mailer: Mailer;
  /** Name of this process in claims. */
  holder: string;
}

export interface Delivered {
  mail: Pick<Mail, 'publicId' | 'kind' | 'attempts'>;
  delivery: Delivery | { end: 'skipped'; answer: string };
}

/**
 * Sends the next mail that is due. Several processes may call it at once: each mail is claimed by
 * one, which asks again right before the mail server could have it.
 * @returns what was sent and how that ended, or null when nothing is due
 */
export async function deliverNext(
  context: DeliveryContext,
  { mailer, holder }: Courier,
): Promise<Delivered | null> {
  const { database, clock } = context;
  if (!hasDueMail(database, clock())) return null;
  const mail = await database.write((transaction) => {
    const now = clock();
    return claimMail(transaction, { holder, now, until: now + LEASE_MS });
  });
  if (!mail) return null;
  const reason = needlessBecause(database.query, mail);
  if (reason !== null) {
    const { answer, keepLetter } = reason;
    const skip = { state: 'cancelled', answer, now: clock(), keepLetter } as const;
    await database.write((transaction) => endMail(transaction, mail, skip));
    return { mail, delivery: { end: 'skipped', answer } };
  }
  const delivery = await deliver(context, mailer, mail);
  await database.write((transaction) => settle(transaction, mail, delivery, clock()));
  return { mail, delivery };
}

/** Why nobody wants a mail any more, and whether that may change; null while it is wanted. */
function needlessBecause(
  query: Queryable,
  mail: Mail,
): { answer: string; keepLetter: boolean } | null {
  const { subscriber, newsletterId, member, notice } = mail;
  if (subscriber !== null && !isSubscribed(query, subscriber)) {
    return { answer: 'Its receiver has unsubscribed.', keepLetter: false };
  }
  if (member !== null && notice !== null) {
    const answer = whyNotTold(query, member, notice);
    if (answer !== null) return { answer, keepLetter: false };
  }
  const told = mail.kind === 'alert' ? articleAbout(mail.about) : null;
  if (subscriber === null && told === null) return null;
  const newsletter = newsletterId === null ? null : findNewsletter(query, { id: newsletterId });
  const state = told === null ? newsletter?.article.state : findArticleState(query, told);
  if (state === 'live' || state === 'archived') return null;
  return { answer: 'The article was taken back before this was sent.', keepLetter: true };
}

/** Members may have ended mails of a kind, or left, after one was written; null: it is wanted. */
function whyNotTold(query: Queryable, member: string, notice: NotificationKind): string | null {
  const user = findActiveUserByPublicId(query, member);
  if (!user) return 'Its receiver has no account any more.';
  const { byMail } = findChoice(query, user.id, notice) ?? defaultChoices[notice];
  return byMail ? null : 'Its receiver has ended mails of this kind.';
}

async function deliver(context: DeliveryContext, mailer: Mailer, mail: Mail): Promise<Delivery> {
  const { config, database, clock } = context;
  const { letter, usefulUntil } = mail;
  if (letter === null) return { end: 'refused', answer: 'What it said is not kept any more.' };
  if (usefulUntil !== null && usefulUntil <= clock()) {
    return { end: 'refused', answer: 'It would have arrived too late to be of use.' };
  }
  try {
    const message = await composeMessage({ ...mail, letter }, config);
    return await mailer.deliver(message, () =>
      database.write((transaction) => markHandedOver(transaction, mail, clock())),
    );
  } catch (error) {
    return { end: 'refused', answer: `It could not be written: ${(error as Error).message}` };
  }
}

/** Stores how an attempt ended, together with what follows from it. */
function settle(transaction: Queryable, mail: Mail, delivery: Delivery, now: number): void {
  const { end, answer } = delivery;
  if (end === 'later') {
    const runAt = now + pauseAfter(mail.attempts);
    if (runAt <= mail.giveUpAt) {
      postponeMail(transaction, mail, { runAt, answer });
      return;
    }
  }
  const state = end === 'sent' || end === 'unknown' ? end : 'failed';
  const ended = endMail(transaction, mail, { state, answer, now, keepLetter: state !== 'sent' });
  if (ended && end === 'sent' && mail.kind === 'contact' && mail.about !== null) {
    markContactMessageMailed(transaction, mail.about, now);
  }
}

/** Milliseconds to wait after so many attempts. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

/**
 * Looks after mails whose process went away while it was sending them. What the mail server cannot
 * have goes back into the queue; what it may have is flagged, and stays with the owner.
 * @param ended tells holders known to be gone
 * @returns the ids of those that were flagged
 */
export async function recoverMails(
  { database, clock }: DeliveryContext,
  ended: (holder: string) => boolean,
): Promise<string[]> {
  const left = (mail: Mail) =>
    (mail.heldUntil ?? 0) <= clock() || (mail.holder !== null && ended(mail.holder));
  if (!listMailsBeingSent(database.query).some(left)) return [];
  return database.write((transaction) => {
    const flagged: string[] = [];
    const now = clock();
    for (const mail of listMailsBeingSent(transaction).filter(left)) {
      if (mail.handedOverAt === null) {
        const answer = 'The process ended before the mail server had it.';
        postponeMail(transaction, mail, { runAt: now, answer });
      } else {
        const answer = 'The process ended while the mail was being handed over.';
        endMail(transaction, mail, { state: 'unknown', answer, now, keepLetter: true });
        flagged.push(mail.publicId);
      }
    }
    return flagged;
  });
}

/** Forgets what mails said once they cannot be sent again, and later that they have been. */
export async function sweepMails({ database, clock }: DeliveryContext): Promise<void> {
  const now = clock();
  await database.write((transaction) => {
    forgetLetters(transaction, { endedBefore: now - KEEP_LETTERS_MS, now });
    forgetMails(transaction, now - KEEP_HISTORY_MS);
  });
}
