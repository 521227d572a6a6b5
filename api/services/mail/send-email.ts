import { DAY_MS } from '#contracts/durations.ts';
import { defaultPreferences, type NotificationKind } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { markContactMessageEmailed } from '../../db/repositories/contact-messages.ts';
import {
  type Email,
  emailPriorities,
  findEmailById,
  purgeEmailContents,
  updateEmail,
} from '../../db/repositories/emails.ts';
import { findNewsletter, isSubscribed } from '../../db/repositories/newsletter.ts';
import { findArticleState, findPreference } from '../../db/repositories/notifications.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { errorMessage } from '../../errors.ts';
import type { Delivery, Mailer, Message } from '../../integrations/mailer.ts';
import {
  backoffAfter,
  claimLeased,
  endAttempt,
  externalBackoff,
  hasDue,
  hasLease,
  type LeasedClaim,
  listAbandoned,
  purge,
} from '../../queue/queue.ts';
import { emailQueue } from '../../queue/queues.ts';
import { getSiteName } from '../../site-content.ts';
import { parseArticleSubjectKey } from '../notifications/notify.ts';
import { composeMessage } from './render-email.ts';

/** Maximum duration of an attempt, in milliseconds; the timeouts of the SMTP client are shorter. */
const LEASE_MS = 300_000;
/** Milliseconds for which the content of a failed email is kept, so that an admin can retry it. */
const CONTENT_RETENTION_MS = 7 * DAY_MS;
/** Milliseconds for which an email is listed in the history. */
const HISTORY_RETENTION_MS = 90 * DAY_MS;

type EmailContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface EmailSender {
  mailer: Mailer;
  leaseOwner: string;
}

export interface SentEmail {
  email: Pick<Email, 'publicId' | 'kind' | 'attempts'>;
  delivery: Delivery | { status: 'skipped'; response: string };
}

/**
 * Sends the next due email. Several processes may call it at the same time: one of them claims the
 * email, and checks its lease again before the SMTP server receives the content.
 * @returns the email and its result, or null if no email is due
 */
export async function sendNextEmail(
  context: EmailContext,
  { mailer, leaseOwner }: EmailSender,
): Promise<SentEmail | null> {
  const { database, clock } = context;
  const isDue = (priority: number) => hasDue(database, emailQueue, clock(), { priority });
  if (!emailPriorities.some(isDue)) return null;
  // Read first, so that an error leaves the email in the queue.
  const siteName = getSiteName(database);
  const claimed = await database.write((transaction) =>
    claimEmail(context, transaction, leaseOwner),
  );
  if (!claimed) return null;
  const { claim, email } = claimed;
  const skip = reasonToSkip(database.query, email);
  if (skip) {
    await database.write((transaction) => {
      if (!endAttempt(database, emailQueue, claim, { state: 'cancelled' })) return;
      const { response, retainContent } = skip;
      const content = retainContent ? {} : { content: null };
      updateEmail(transaction, email.id, { response, endedAt: clock(), ...content });
    });
    return { email, delivery: { status: 'skipped', response: skip.response } };
  }
  const delivery = await deliver({ ...context, siteName }, mailer, email, claim);
  await database.write((transaction) => storeResult(context, transaction, email, claim, delivery));
  return { email, delivery };
}

function claimEmail(
  { database, clock }: EmailContext,
  transaction: Queryable,
  owner: string,
): { claim: LeasedClaim; email: Email } | null {
  const now = clock();
  for (const priority of emailPriorities) {
    const request = { owner, now, until: now + LEASE_MS, scope: { priority } };
    const [claim] = claimLeased(database, emailQueue, request);
    const email = claim && findEmailById(transaction, claim.id);
    if (email) return { claim, email };
  }
  return null;
}

/** Returns why an email is no longer needed, and whether that may change; null if it is needed. */
function reasonToSkip(
  query: Queryable,
  email: Email,
): { response: string; retainContent: boolean } | null {
  const { subscriber, newsletterId, member, notificationKind } = email;
  if (subscriber !== null && !isSubscribed(query, subscriber)) {
    return { response: 'The recipient has unsubscribed.', retainContent: false };
  }
  if (member !== null && notificationKind !== null) {
    const response = reasonNotToNotify(query, member, notificationKind);
    if (response !== null) return { response, retainContent: false };
  }
  const articleId = email.kind === 'alert' ? parseArticleSubjectKey(email.subjectKey) : null;
  if (subscriber === null && articleId === null) return null;
  const newsletter = newsletterId === null ? null : findNewsletter(query, { id: newsletterId });
  const state = articleId === null ? newsletter?.article.state : findArticleState(query, articleId);
  if (state === 'live' || state === 'archived') return null;
  return {
    response: 'The article was unpublished before this email was sent.',
    retainContent: true,
  };
}

function reasonNotToNotify(
  query: Queryable,
  member: string,
  notificationKind: NotificationKind,
): string | null {
  const user = findActiveUserByPublicId(query, member);
  if (!user) return 'The recipient no longer has an account.';
  const { byEmail } =
    findPreference(query, user.id, notificationKind) ?? defaultPreferences[notificationKind];
  return byEmail ? null : 'The recipient has turned off emails of this kind.';
}

async function deliver(
  { config, database, clock, siteName }: EmailContext & { siteName: string },
  mailer: Mailer,
  email: Email,
  claim: LeasedClaim,
): Promise<Delivery> {
  const { content, expiresAt } = email;
  if (content === null) return { status: 'refused', response: 'The content is no longer stored.' };
  if (expiresAt !== null && expiresAt <= clock()) {
    return { status: 'refused', response: 'The email expired before it could be sent.' };
  }
  let message: Message;
  try {
    message = await composeMessage({ ...email, content }, { ...config, siteName });
  } catch (error) {
    return { status: 'refused', response: `The email is invalid: ${errorMessage(error)}` };
  }
  return mailer.deliver(message, () =>
    database.write((transaction) => {
      if (!hasLease(database, emailQueue, claim)) return false;
      updateEmail(transaction, email.id, { handedOverAt: clock() });
      return true;
    }),
  );
}

/** Stores the result of an attempt, and sets the next attempt if there is one. */
function storeResult(
  { database, clock }: EmailContext,
  transaction: Queryable,
  email: Email,
  claim: LeasedClaim,
  { status, response }: Delivery,
): void {
  const now = clock();
  const retryAt = now + backoffAfter(claim.attempts, externalBackoff);
  if (status === 'later' && retryAt <= email.retryUntil) {
    retryEmail(database, transaction, claim, { at: retryAt, response });
    return;
  }
  const state = status === 'sent' || status === 'unknown' ? status : 'failed';
  if (!endAttempt(database, emailQueue, claim, { state })) return;
  updateEmail(transaction, email.id, {
    response,
    endedAt: now,
    ...(state === 'sent' && { content: null }),
  });
  if (state === 'sent' && email.kind === 'contact' && email.subjectKey !== null) {
    markContactMessageEmailed(transaction, email.subjectKey, now);
  }
}

function retryEmail(
  database: AppContext['database'],
  transaction: Queryable,
  claim: LeasedClaim,
  { at, response }: { at: number; response: string },
): void {
  if (!endAttempt(database, emailQueue, claim, { state: 'queued', nextAttemptAt: at })) return;
  updateEmail(transaction, claim.id, { response, handedOverAt: null, endedAt: null });
}

/**
 * Ends the attempts of processes that have exited. An email that the SMTP server cannot have received
 * returns to the queue; any other is marked as unknown, and an admin decides whether to retry it.
 * @returns the public ids of emails that are marked as unknown
 */
export async function recoverEmails(
  { database, clock }: EmailContext,
  hasExited: (owner: string) => boolean,
): Promise<string[]> {
  const abandoned = () => listAbandoned(database, emailQueue, { now: clock(), hasExited });
  if (abandoned().length === 0) return [];
  return database.write((transaction) => {
    const unknown: string[] = [];
    const now = clock();
    for (const claim of abandoned()) {
      const email = findEmailById(transaction, claim.id);
      if (email?.handedOverAt === null) {
        const response = 'The server stopped before the SMTP server received the email.';
        retryEmail(database, transaction, claim, { at: now, response });
      } else if (email && endAttempt(database, emailQueue, claim, { state: 'unknown' })) {
        const response = 'The server stopped while the SMTP server received the email.';
        updateEmail(transaction, email.id, { response, endedAt: now });
        unknown.push(email.publicId);
      }
    }
    return unknown;
  });
}

/** Deletes the content of emails that cannot be retried any longer, and later their rows. */
export async function purgeEmails({ database, clock }: EmailContext): Promise<void> {
  const now = clock();
  await database.write((transaction) => {
    purgeEmailContents(transaction, { endedBefore: now - CONTENT_RETENTION_MS, now });
    purge(database, emailQueue, now - HISTORY_RETENTION_MS);
  });
}
