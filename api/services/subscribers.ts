import { CONFIRM_DAYS, type SubscribeRequest } from '#contracts/subscriber.ts';
import type { AppContext } from '../context.ts';
import {
  deleteSubscriber,
  deleteUnconfirmedBy,
  findSubscriberByEmail,
  findSubscriberByLink,
  insertSubscriber,
  type Subscriber,
  updateSubscriber,
} from '../db/repositories/subscribers.ts';
import { DomainError } from '../errors.ts';
import type { Mail, Mailer } from './mail.ts';
import { createPublicId } from './public-id.ts';
import { createConfirmToken, hashOfToken, type LeaveTokens } from './subscribers-link.ts';
import { alreadySubscribedMail, confirmationMail, welcomeMail } from './subscribers-mail.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The wait before the same address gets another mail; it doubles with each, up to a day. */
const FIRST_WAIT_MS = 15 * MINUTE_MS;

type SubscriberContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** A mail that is to go out, and the subscriber it was promised to. */
export interface Letter {
  subscriber: Subscriber;
  mail: Mail;
}

/**
 * Notes that somebody wants mail; nothing counts before they confirm.
 * @returns the mail to send, or null: a program filled in the hidden field, or the address has had
 *   one just now
 */
export async function askToSubscribe(
  { config, database, clock }: SubscriberContext,
  leave: LeaveTokens,
  { email = '', email_address: address = email, from, website }: SubscribeRequest,
): Promise<Letter | null> {
  if (website !== '') return null;
  const now = clock();
  const { token, hash } = createConfirmToken();
  const link = { linkHash: hash, linkUntil: now + CONFIRM_DAYS * DAY_MS };
  const letterTo = (subscriber: Subscriber) => ({
    siteUrl: config.siteUrl,
    email: subscriber.email,
    leaveToken: leave.make(subscriber.publicId),
  });
  return database.write((transaction) => {
    const known = findSubscriberByEmail(transaction, address);
    if (!known) {
      const asked = { publicId: createPublicId(), email: address, source: from, askedAt: now };
      const row = { ...asked, ...link, mails: 1, mailedAt: now };
      const subscriber = insertSubscriber(transaction, row);
      return { subscriber, mail: confirmationMail(letterTo(subscriber), token) };
    }
    if (now < mailableFrom(known)) return null;
    const sent = { mails: known.mails + 1, mailedAt: now };
    const again = known.confirmedAt === null ? { ...sent, ...link } : sent;
    const subscriber = updateSubscriber(transaction, known.id, again);
    if (!subscriber) return null;
    const mail =
      known.confirmedAt === null
        ? confirmationMail(letterTo(subscriber), token)
        : alreadySubscribedMail(letterTo(subscriber));
    return { subscriber, mail };
  });
}

/** Nobody's letter box is filled by typing their address into a form. */
function mailableFrom({ mails, mailedAt }: Subscriber): number {
  if (mailedAt === null) return 0;
  return mailedAt + Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, mails - 1), DAY_MS);
}

/** Sends a letter. @throws Error when that failed; whoever asks again gets another at once */
export async function sendLetter(
  { database }: Pick<SubscriberContext, 'database'>,
  mailer: Mailer,
  { subscriber, mail }: Letter,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    await database.write((query) => updateSubscriber(query, subscriber.id, { mailedAt: null }));
    throw error;
  }
}

/**
 * Confirms an address. Opening the link twice is as good as once.
 * @returns the mail that welcomes a new subscriber, or null for one who was there already
 * @throws DomainError LINK_INVALID when the link is unknown, over, or replaced by a newer one
 */
export async function confirmSubscription(
  { config, database, clock }: SubscriberContext,
  leave: LeaveTokens,
  token: string,
): Promise<Letter | null> {
  const now = clock();
  return database.write((transaction) => {
    const found = findSubscriberByLink(transaction, hashOfToken(token), now);
    if (!found) throw new DomainError('LINK_INVALID');
    if (found.confirmedAt !== null) return null;
    const subscriber = updateSubscriber(transaction, found.id, {
      confirmedAt: now,
      mails: 0,
      mailedAt: now,
      forwardAt: config.subscribeFormUrl === null ? null : now,
    });
    if (!subscriber) return null;
    const { email, publicId } = subscriber;
    const letter = { siteUrl: config.siteUrl, email, leaveToken: leave.make(publicId) };
    return { subscriber, mail: welcomeMail(letter) };
  });
}

/**
 * Forgets a subscriber. Who has left already leaves again without an error.
 * @throws DomainError LINK_INVALID when the token was not made here
 */
export async function leaveSubscription(
  { database }: Pick<SubscriberContext, 'database'>,
  leave: LeaveTokens,
  token: string,
): Promise<void> {
  const publicId = leave.read(token);
  if (publicId === null) throw new DomainError('LINK_INVALID');
  await database.write((transaction) => deleteSubscriber(transaction, publicId));
}

/** Forgets addresses that nobody confirmed in time. @returns how many */
export async function sweepSubscribers({
  database,
  clock,
}: Pick<SubscriberContext, 'database' | 'clock'>): Promise<number> {
  return database.write((transaction) => deleteUnconfirmedBy(transaction, clock()));
}
