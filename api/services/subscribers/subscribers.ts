import type { Letter } from '#contracts/mail.ts';
import { CONFIRM_DAYS, type SubscribeRequest } from '#contracts/subscriber.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteSubscriber,
  deleteUnconfirmedBy,
  findSubscriberByEmail,
  findSubscriberByLink,
  insertSubscriber,
  type Subscriber,
  updateSubscriber,
} from '../../db/repositories/subscribers.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../mail/queue.ts';
import { alreadySubscribedLetter, confirmationLetter, welcomeLetter } from './letters.ts';
import { createConfirmToken, hashOfToken, type LeaveTokens } from './link.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The wait before the same address gets another mail; it doubles with each, up to a day. */
const FIRST_WAIT_MS = 15 * MINUTE_MS;

type SubscriberContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Writes the letter to the mail outbox, in the transaction that promises it. */
function post(
  transaction: Queryable,
  context: SubscriberContext,
  { email, publicId }: Subscriber,
  letter: Letter,
  usefulUntil?: number,
): void {
  const mail = { kind: 'subscription', to: email, letter, about: publicId } as const;
  enqueueMail(transaction, context, { ...mail, ...(usefulUntil && { usefulUntil }) });
}

/**
 * Notes that somebody wants mail, and asks them by mail; nothing counts before they confirm. No mail
 * goes out when a program filled in the hidden field, or the address has had one just now.
 */
export async function askToSubscribe(
  context: SubscriberContext,
  leave: LeaveTokens,
  { email = '', email_address: address = email, from, website }: SubscribeRequest,
): Promise<void> {
  if (website !== '') return;
  const { config, database, clock } = context;
  const now = clock();
  const { token, hash } = createConfirmToken();
  const link = { linkHash: hash, linkUntil: now + CONFIRM_DAYS * DAY_MS };
  const linksOf = ({ publicId }: Subscriber) => ({
    siteUrl: config.siteUrl,
    leaveToken: leave.make(publicId),
  });
  await database.write((transaction) => {
    const known = findSubscriberByEmail(transaction, address);
    if (!known) {
      const asked = { publicId: leave.idOf(address), email: address, source: from, askedAt: now };
      const row = { ...asked, ...link, mails: 1, mailedAt: now };
      const subscriber = insertSubscriber(transaction, row);
      const letter = confirmationLetter(linksOf(subscriber), token);
      post(transaction, context, subscriber, letter, link.linkUntil);
      return;
    }
    if (now < mailableFrom(known)) return;
    const sent = { mails: known.mails + 1, mailedAt: now };
    const again = known.confirmedAt === null ? { ...sent, ...link } : sent;
    const subscriber = updateSubscriber(transaction, known.id, again);
    if (!subscriber) return;
    if (known.confirmedAt === null) {
      const letter = confirmationLetter(linksOf(subscriber), token);
      post(transaction, context, subscriber, letter, link.linkUntil);
    } else post(transaction, context, subscriber, alreadySubscribedLetter(linksOf(subscriber)));
  });
}

/** Nobody's letter box is filled by typing their address into a form. */
function mailableFrom({ mails, mailedAt }: Subscriber): number {
  if (mailedAt === null) return 0;
  return mailedAt + Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, mails - 1), DAY_MS);
}

/**
 * Confirms an address, and welcomes it by mail. Opening the link twice is as good as once.
 * @returns whether this made it a subscriber
 * @throws DomainError LINK_INVALID when the link is unknown, over, or replaced by a newer one
 */
export async function confirmSubscription(
  context: SubscriberContext,
  leave: LeaveTokens,
  token: string,
): Promise<boolean> {
  const { config, database, clock } = context;
  const now = clock();
  return database.write((transaction) => {
    const found = findSubscriberByLink(transaction, hashOfToken(token), now);
    if (!found) throw new DomainError('LINK_INVALID');
    if (found.confirmedAt !== null) return false;
    const subscriber = updateSubscriber(transaction, found.id, {
      confirmedAt: now,
      mails: 0,
      mailedAt: now,
      forwardAt: config.subscribeFormUrl === null ? null : now,
    });
    if (!subscriber) return false;
    const links = { siteUrl: config.siteUrl, leaveToken: leave.make(subscriber.publicId) };
    post(transaction, context, subscriber, welcomeLetter(links));
    return true;
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
