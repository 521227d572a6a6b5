import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import type { EmailContent } from '#contracts/mail.ts';
import {
  CONFIRM_DAYS,
  type SubscribeRequest,
  type SubscriberListQuery,
  type SubscriberResponse,
} from '#contracts/subscriber.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
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
import { type Backoff, backoffAfter, claim, hasDue } from '../../queue/queue.ts';
import { subscriberQueue } from '../../queue/queues.ts';
import { getSiteName } from '../../site-content.ts';
import { writeCsv } from '../csv.ts';
import { createSigner, hashToken, type Keyring } from '../keyring.ts';
import { enqueueEmail } from '../mail/email-queue.ts';

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;

/** Links in every email to a subscriber. */
interface Links {
  siteUrl: string;
  siteName: string;
  unsubscribeToken: string;
}

function confirmationEmail(links: Links, token: string): EmailContent {
  return {
    subject: `Please confirm your subscription to ${links.siteName}`,
    title: 'Confirm your subscription',
    paragraphs: [
      `Someone, hopefully you, subscribed this address to emails from ${links.siteName}.`,
    ],
    button: {
      label: 'Confirm subscription',
      href: `${links.siteUrl}/subscribe/confirm#token=${token}`,
    },
    afterButton: [
      `The link works for ${CONFIRM_DAYS} days. If it was not you, you can ignore this email: you will not receive more, and the address will be deleted.`,
    ],
    reason: `You are receiving this email because someone entered this address in the sign-up form at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

function welcomeEmail(links: Links): EmailContent {
  return {
    subject: `You are subscribed: ${links.siteName}`,
    title: 'You are subscribed',
    paragraphs: [
      `Your subscription is confirmed. You will receive an email from ${links.siteName} whenever there is something new to read.`,
    ],
    button: { label: 'Read the blog', href: `${links.siteUrl}/blog` },
    reason: `You are receiving this email because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Builds the email for an address that is subscribed already; the API response does not reveal it. */
function alreadySubscribedEmail(links: Links): EmailContent {
  return {
    subject: `You are already subscribed: ${links.siteName}`,
    title: 'You are already subscribed',
    paragraphs: [
      `Someone just entered this address in the sign-up form at ${links.siteUrl}. It is already subscribed, so nothing has changed.`,
      'If it was not you, you can ignore this email.',
    ],
    reason: `You are receiving this email because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Returns the unsubscribe links of an email: a page, and one-click for email clients. */
export function unsubscribe({
  siteUrl,
  unsubscribeToken,
}: Omit<Links, 'siteName'>): NonNullable<EmailContent['unsubscribe']> {
  return {
    page: `${siteUrl}/unsubscribe#token=${unsubscribeToken}`,
    oneClick: `${siteUrl}/api/subscribers/unsubscribe?token=${unsubscribeToken}`,
  };
}

/** Creates a confirmation token; only its hash is stored. */
function createConfirmToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Creates and parses unsubscribe tokens, which do not expire. */
export function createUnsubscribeTokens(keyring: Keyring) {
  const signer = createSigner(keyring('unsubscribe'));
  return {
    /**
     * Returns the public id of an email address. It is the same after a deletion and a new
     * subscription, so that unsubscribe links of earlier emails keep working.
     */
    idOf: (email: string) => signer.deriveName(`address ${email}`),
    make: signer.sign,
    /**
     * Ignores what an email program adds to the link, such as a full stop.
     * @returns the public id of the subscriber, or null if the signature is invalid
     */
    read: (token: string) => signer.read(token.split('.', 2).join('.')),
  };
}

/** Milliseconds until a failed subscriber is retried. */
const RETRY_MS = HOUR_MS;

/** Milliseconds after the confirmation for which a failed subscriber is retried. */
const RETRY_UNTIL_MS = 7 * DAY_MS;

/** Subscribers per call. */
const BATCH = 50;

type AdminContext = Pick<AppContext, 'database' | 'clock'>;

/** Delay before the next email to the same address. */
const emailBackoff: Backoff = { firstMs: 15 * MINUTE_MS, maxMs: DAY_MS };

type SubscriberContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Stores the email in the outbox; call it in the transaction of the change. */
function post(
  transaction: Queryable,
  context: SubscriberContext,
  { email, publicId }: Subscriber,
  content: EmailContent,
  expiresAt?: number,
): void {
  enqueueEmail(transaction, context, {
    kind: 'subscription',
    to: email,
    content,
    subjectKey: publicId,
    ...(expiresAt && { expiresAt }),
  });
}

/**
 * Stores a subscription request and sends the confirmation email.
 * Sends no email if the honeypot field is filled in or the address has just received one.
 */
export async function requestSubscription(
  context: SubscriberContext,
  unsubscribeTokens: UnsubscribeTokens,
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
    unsubscribeToken: unsubscribeTokens.make(publicId),
  });
  await database.write((transaction) => {
    const existing = findSubscriberByEmail(transaction, address);
    if (!existing) {
      const newSubscriber = {
        publicId: unsubscribeTokens.idOf(address),
        email: address,
        source: from,
        requestedAt: now,
      };
      const row = { ...newSubscriber, ...link, emailCount: 1, emailedAt: now };
      const subscriber = insertSubscriber(transaction, row);
      const content = confirmationEmail(linksOf(subscriber), token);
      post(transaction, context, subscriber, content, link.linkUntil);
      return;
    }
    if (now < nextEmailAt(existing)) return;
    const sent = { emailCount: existing.emailCount + 1, emailedAt: now };
    const changes = existing.confirmedAt === null ? { ...sent, ...link } : sent;
    const subscriber = updateSubscriber(transaction, existing.id, changes);
    if (!subscriber) return;
    if (existing.confirmedAt === null) {
      const content = confirmationEmail(linksOf(subscriber), token);
      post(transaction, context, subscriber, content, link.linkUntil);
    } else post(transaction, context, subscriber, alreadySubscribedEmail(linksOf(subscriber)));
  });
}

/** Returns the earliest time of the next email, so that the form cannot flood a mailbox. */
function nextEmailAt({ emailCount, emailedAt }: Subscriber): number {
  if (emailedAt === null) return 0;
  return emailedAt + backoffAfter(emailCount, emailBackoff);
}

/**
 * Confirms a subscription and sends a welcome email; repeating it has no effect.
 * @returns true if the address is newly subscribed
 * @throws DomainError LINK_INVALID if the token is unknown, expired or replaced
 */
export async function confirmSubscription(
  context: SubscriberContext,
  unsubscribeTokens: UnsubscribeTokens,
  token: string,
): Promise<boolean> {
  const { config, database, clock } = context;
  const now = clock();
  return database.write((transaction) => {
    const found = findSubscriberByLink(transaction, hashToken(token), now);
    if (!found) throw new DomainError('LINK_INVALID');
    if (found.confirmedAt !== null) return false;
    const subscriber = updateSubscriber(transaction, found.id, {
      confirmedAt: now,
      emailCount: 0,
      emailedAt: now,
      forwardAt: config.subscribeFormUrl === null ? null : now,
    });
    if (!subscriber) return false;
    const links = {
      siteUrl: config.siteUrl,
      siteName: getSiteName(database),
      unsubscribeToken: unsubscribeTokens.make(subscriber.publicId),
    };
    post(transaction, context, subscriber, welcomeEmail(links));
    return true;
  });
}

/** Deletes a subscriber; repeating it has no effect. @throws DomainError LINK_INVALID for an invalid token */
export async function unsubscribeByToken(
  { database }: Pick<SubscriberContext, 'database'>,
  unsubscribeTokens: UnsubscribeTokens,
  token: string,
): Promise<void> {
  const publicId = unsubscribeTokens.read(token);
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

export function getSubscriberPage(
  { database }: AdminContext,
  { show, search, ...range }: SubscriberListQuery,
) {
  const { query } = database;
  const result = countSubscribers(query, show, search);
  const { rows, pageInfo } = paginate(range, result);
  return {
    subscribers: listSubscribers(query, { show, search, ...rows }).map(toSubscriberResponse),
    ...pageInfo,
    confirmed: countSubscribers(query, 'confirmed'),
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

function toSubscriberResponse(row: Subscriber): SubscriberResponse {
  return {
    _id: row.publicId,
    email: row.email,
    from: row.source,
    confirmed: row.confirmedAt !== null,
    forwarded: row.forwardedAt !== null ? 'done' : row.forwardAt !== null ? 'waiting' : 'off',
    requestedAt: iso(row.requestedAt),
    confirmedAt: iso(row.confirmedAt),
  };
}

/**
 * Forwards confirmed subscribers to the form service of SUBSCRIBE_FORM_URL, one after the other. A failed
 * subscriber is retried each hour for a week.
 * @param onFailure receives each failure, without the email address
 * @param stopping when it aborts, the remaining subscribers wait for the next call
 */
export async function forwardSubscribers(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  onFailure: (failure: { subscriber: string; error: unknown; again: boolean }) => void,
  stopping?: AbortSignal,
): Promise<void> {
  if (config.subscribeFormUrl === null) return;
  const service = createFormService(config.subscribeFormUrl);
  for (let forwarded = 0; forwarded < BATCH; forwarded += 1) {
    if (stopping?.aborted || !hasDue(database, subscriberQueue, clock())) return;
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
    } catch (error) {
      const again = retryAt < (subscriber.confirmedAt ?? 0) + RETRY_UNTIL_MS;
      if (!again) await update({ forwardAt: null });
      onFailure({ subscriber: subscriber.publicId, error, again });
      continue;
    }
    await update({ forwardAt: null, forwardedAt: clock() });
  }
}
