import type { EmailContent } from '#contracts/mail.ts';
import {
  CONFIRM_DAYS,
  type SubscribeRequest,
  type SubscriberListQuery,
  type SubscriberResponse,
} from '#contracts/subscriber.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  countSubscribers,
  deleteSubscriber,
  deleteUnconfirmedBy,
  findSubscriberByEmail,
  findSubscriberById,
  findSubscriberByLink,
  insertSubscriber,
  listConfirmedSubscribers,
  listSubscribers,
  type Subscriber,
  updateSubscriber,
} from '../../db/repositories/newsletter.ts';
import { DomainError } from '../../errors.ts';
import { createFormService } from '../../integrations/form-service.ts';
import { claim, hasDue } from '../../queue/queue.ts';
import { subscriberQueue } from '../../queue/queues.ts';
import { getSiteName } from '../../site-content.ts';
import { enqueueMail } from '../mail/queue.ts';
import { writeCsv } from '../table-file.ts';
import {
  alreadySubscribedEmail,
  confirmationEmail,
  createConfirmToken,
  hashOfToken,
  type UnsubscribeTokens,
  welcomeEmail,
} from './emails.ts';

/** Milliseconds until a failed subscriber is retried. */
const RETRY_MS = 3_600_000;

/** Milliseconds after the confirmation for which a failed subscriber is retried. */
const RETRY_UNTIL_MS = 7 * 86_400_000;

/** Subscribers per call. */
const BATCH = 50;

type AdminContext = Pick<AppContext, 'database' | 'clock'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * Delay before the next email to the same address, in milliseconds; doubles each time up to a day.
 */
const FIRST_WAIT_MS = 15 * MINUTE_MS;

type SubscriberContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Stores the email in the outbox; call it in the transaction of the change. */
function post(
  transaction: Queryable,
  context: SubscriberContext,
  { email, publicId }: Subscriber,
  letter: EmailContent,
  usefulUntil?: number,
): void {
  const mail = { kind: 'subscription', to: email, letter, about: publicId } as const;
  enqueueMail(transaction, context, { ...mail, ...(usefulUntil && { usefulUntil }) });
}

/**
 * Stores a subscription request and sends the confirmation email.
 * Sends no email if the honeypot field is filled in or the address has just received one.
 */
export async function requestSubscription(
  context: SubscriberContext,
  leave: UnsubscribeTokens,
  { email = '', email_address: address = email, from, website }: SubscribeRequest,
): Promise<void> {
  if (website !== '') return;
  const { config, database, clock } = context;
  const now = clock();
  const { token, hash } = createConfirmToken();
  const link = { linkHash: hash, linkUntil: now + CONFIRM_DAYS * DAY_MS };
  const linksOf = ({ publicId }: Subscriber) => ({
    siteUrl: config.siteUrl,
    siteName: getSiteName(database),
    leaveToken: leave.make(publicId),
  });
  await database.write((transaction) => {
    const existing = findSubscriberByEmail(transaction, address);
    if (!existing) {
      const asked = { publicId: leave.idOf(address), email: address, source: from, askedAt: now };
      const row = { ...asked, ...link, mails: 1, mailedAt: now };
      const subscriber = insertSubscriber(transaction, row);
      const letter = confirmationEmail(linksOf(subscriber), token);
      post(transaction, context, subscriber, letter, link.linkUntil);
      return;
    }
    if (now < nextEmailAt(existing)) return;
    const sent = { mails: existing.mails + 1, mailedAt: now };
    const changes = existing.confirmedAt === null ? { ...sent, ...link } : sent;
    const subscriber = updateSubscriber(transaction, existing.id, changes);
    if (!subscriber) return;
    if (existing.confirmedAt === null) {
      const letter = confirmationEmail(linksOf(subscriber), token);
      post(transaction, context, subscriber, letter, link.linkUntil);
    } else post(transaction, context, subscriber, alreadySubscribedEmail(linksOf(subscriber)));
  });
}

/** Returns the earliest time of the next email, so that the form cannot flood a mailbox. */
function nextEmailAt({ mails, mailedAt }: Subscriber): number {
  if (mailedAt === null) return 0;
  return mailedAt + Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, mails - 1), DAY_MS);
}

/**
 * Confirms a subscription and sends a welcome email; repeating it has no effect.
 * @returns true if the address is newly subscribed
 * @throws DomainError LINK_INVALID if the token is unknown, expired or replaced
 */
export async function confirmSubscription(
  context: SubscriberContext,
  leave: UnsubscribeTokens,
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
    const links = {
      siteUrl: config.siteUrl,
      siteName: getSiteName(database),
      leaveToken: leave.make(subscriber.publicId),
    };
    post(transaction, context, subscriber, welcomeEmail(links));
    return true;
  });
}

/**
 * Deletes a subscriber; repeating it has no effect.
 * @throws DomainError LINK_INVALID for an invalid token
 */
export async function unsubscribeByToken(
  { database }: Pick<SubscriberContext, 'database'>,
  leave: UnsubscribeTokens,
  token: string,
): Promise<void> {
  const publicId = leave.read(token);
  if (publicId === null) throw new DomainError('LINK_INVALID');
  await database.write((transaction) => deleteSubscriber(transaction, publicId));
}

/** Deletes unconfirmed addresses after the deadline. @returns their number */
export async function purgeSubscribers({
  database,
  clock,
}: Pick<SubscriberContext, 'database' | 'clock'>): Promise<number> {
  return database.write((transaction) => deleteUnconfirmedBy(transaction, clock()));
}

/** Returns one page of the admin's subscriber table. */
export function getSubscriberPage(
  { database }: AdminContext,
  { show, page, limit }: SubscriberListQuery,
) {
  const { query } = database;
  const result = countSubscribers(query, show);
  const rows = listSubscribers(query, { show, limit, offset: (page - 1) * limit });
  return {
    subscribers: rows.map(toResponse),
    result,
    confirmed: show === 'confirmed' ? result : countSubscribers(query, 'confirmed'),
    page,
    pages: Math.ceil(result / limit),
  };
}

/** Exports all confirmed subscribers. */
export function exportSubscribers({ database, clock }: AdminContext): {
  file: string;
  csv: string;
} {
  const rows = listConfirmedSubscribers(database.query).map((row) => [
    row.email,
    row.source,
    iso(row.confirmedAt) ?? '',
  ]);
  const day = new Date(clock()).toISOString().slice(0, 10);
  return {
    file: `subscribers-${day}.csv`,
    csv: writeCsv([['email', 'from', 'subscribed_at'], ...rows]),
  };
}

/** Deletes a subscriber permanently. @throws DomainError NOT_FOUND */
export async function removeSubscriber({ database }: AdminContext, id: string): Promise<void> {
  const found = await database.write((transaction) => deleteSubscriber(transaction, id));
  if (!found) throw new DomainError('NOT_FOUND');
}

function toResponse(row: Subscriber): SubscriberResponse {
  return {
    _id: row.publicId,
    email: row.email,
    from: row.source,
    confirmed: row.confirmedAt !== null,
    forwarded: row.forwardedAt !== null ? 'done' : row.forwardAt !== null ? 'waiting' : 'off',
    askedAt: iso(row.askedAt),
    confirmedAt: iso(row.confirmedAt),
  };
}

/**
 * Forwards confirmed subscribers to the form service of SUBSCRIBE_FORM_URL, one after the other. A failed
 * subscriber is retried each hour for a week.
 * @param onFailure receives each failure, without the email address
 */
export async function forwardSubscribers(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  onFailure: (failure: { subscriber: string; error: unknown; again: boolean }) => void,
): Promise<void> {
  if (config.subscribeFormUrl === null) return;
  const service = createFormService(config.subscribeFormUrl);
  for (let forwarded = 0; forwarded < BATCH; forwarded += 1) {
    if (!hasDue(database, subscriberQueue, clock())) return;
    const retryAt = clock() + RETRY_MS;
    const subscriber = await database.write((query) => {
      const [claimed] = claim(database, subscriberQueue, { now: clock(), until: retryAt });
      return claimed && findSubscriberById(query, claimed.id);
    });
    if (!subscriber) return;
    const update = (changes: Parameters<typeof updateSubscriber>[2]) =>
      database.write((query) => updateSubscriber(query, subscriber.id, changes));
    try {
      await service.submit({ email: subscriber.email, from: subscriber.source });
      await update({ forwardAt: null, forwardedAt: clock() });
    } catch (error) {
      const again = retryAt < (subscriber.confirmedAt ?? 0) + RETRY_UNTIL_MS;
      if (!again) await update({ forwardAt: null });
      onFailure({ subscriber: subscriber.publicId, error, again });
    }
  }
}
