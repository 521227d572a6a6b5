import { DAY_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import type { EmailContent, EmailKind, EmailListQuery, EmailResponse } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  cancelUnsentEmail,
  countEmails,
  type Email,
  findEmail,
  insertEmail,
  listEmails,
  requeueEmail,
} from '../../db/repositories/emails.ts';
import { findNewsletter } from '../../db/repositories/newsletter.ts';
import { listAdmins } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { FILE_RETENTION_MS } from './eml-folder.ts';
import { fileNameOf } from './render-email.ts';

/** Milliseconds after which an email that cannot be sent fails. */
export const RETRY_PERIOD_MS = 2 * DAY_MS;

interface NewEmail {
  kind: EmailKind;
  /** Single recipient; others get separate emails. */
  to: string;
  content: EmailContent;
  /** Deduplication key, whose format depends on the kind. */
  subjectKey?: string;
  /** Row id of the newsletter, and public id of the subscriber. */
  newsletter?: { id: number; subscriber: string };
  /** Member by public id and notification kind, for the unsubscribe link. */
  notification?: { member: string; notificationKind: NotificationKind };
  /** Time after which it is not sent, such as the expiry of its link. */
  expiresAt?: number;
}

/**
 * Stores an email in the outbox; call it in the transaction of the change. It is sent within a
 * second, retried while the SMTP server is unavailable, and never sent twice automatically.
 * @returns its public id
 */
export function enqueueEmail(
  transaction: Queryable,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { kind, to, content, subjectKey, newsletter, notification, expiresAt }: NewEmail,
): string {
  const now = clock();
  const publicId = createPublicId();
  const retryUntil = Math.min(now + RETRY_PERIOD_MS, expiresAt ?? Number.POSITIVE_INFINITY);
  insertEmail(transaction, {
    publicId,
    kind,
    subjectKey: subjectKey ?? null,
    newsletterId: newsletter?.id ?? null,
    subscriber: newsletter?.subscriber ?? null,
    member: notification?.member ?? null,
    notificationKind: notification?.notificationKind ?? null,
    recipient: to,
    subject: content.subject,
    // The same for every attempt, so that SMTP servers can detect duplicates.
    messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    content,
    runAt: now,
    retryUntil,
    expiresAt: expiresAt ?? null,
    createdAt: now,
  });
  return publicId;
}

/** As `enqueueEmail`, one email for each active admin. @returns true if there is one */
export function enqueueEmailToAdmins(
  transaction: Queryable,
  context: Pick<AppContext, 'config' | 'clock'>,
  email: Omit<NewEmail, 'to'>,
): boolean {
  const admins = listAdmins(transaction);
  for (const { email: to } of admins) enqueueEmail(transaction, context, { ...email, to });
  return admins.length > 0;
}

type HistoryContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Returns one page of queued, sent and failed emails. */
export function readEmails(
  context: HistoryContext,
  { show, newsletter, ...range }: EmailListQuery,
) {
  const { config, database } = context;
  const { query } = database;
  const which = { show, newsletterId: newsletterIdOf(context, newsletter) };
  const { rows, pageInfo } = paginate(range, countEmails(query, which));
  return {
    emails: listEmails(query, { ...which, ...rows }).map((email) =>
      toEmailResponse(context, email),
    ),
    ...pageInfo,
    waiting: countEmails(query, { ...which, show: 'waiting' }),
    failed: countEmails(query, { ...which, show: 'failed' }),
    transport: config.smtpUrl ? ('smtp' as const) : ('file' as const),
  };
}

/** @throws DomainError NOT_FOUND if the newsletter does not exist */
function newsletterIdOf({ database }: HistoryContext, publicId: string | undefined) {
  if (publicId === undefined) return undefined;
  const found = findNewsletter(database.query, { publicId });
  if (!found) throw new DomainError('NOT_FOUND');
  return found.newsletter.id;
}

/**
 * Requeues an email that failed, was cancelled or has an unknown delivery.
 * @throws DomainError NOT_FOUND; STATE_CONFLICT if it is being sent, was sent, or has expired
 */
export async function retryEmail(context: HistoryContext, id: string): Promise<EmailResponse> {
  const { database, clock } = context;
  const now = clock();
  const email = await database.write((transaction) => {
    const found = findEmail(transaction, id);
    if (!found) throw new DomainError('NOT_FOUND');
    if (!canRetryEmail(found, now)) return undefined;
    const retryUntil = Math.min(now + RETRY_PERIOD_MS, found.expiresAt ?? Number.MAX_SAFE_INTEGER);
    return requeueEmail(transaction, id, { now, retryUntil });
  });
  if (!email) throw new DomainError('STATE_CONFLICT');
  return toEmailResponse(context, email);
}

/** @throws DomainError NOT_FOUND; STATE_CONFLICT when it is being sent or has been */
export async function cancelEmail(context: HistoryContext, id: string): Promise<EmailResponse> {
  const { database, clock } = context;
  const email = await database.write((transaction) => {
    if (!findEmail(transaction, id)) throw new DomainError('NOT_FOUND');
    return cancelUnsentEmail(transaction, id, clock());
  });
  if (!email) throw new DomainError('STATE_CONFLICT');
  return toEmailResponse(context, email);
}

function canRetryEmail({ state, content, expiresAt }: Email, now: number): boolean {
  const ended = state === 'failed' || state === 'unknown' || state === 'cancelled';
  return ended && content !== null && (expiresAt === null || expiresAt > now);
}

function toEmailResponse({ config, clock }: HistoryContext, email: Email): EmailResponse {
  const there = email.createdAt > clock() - FILE_RETENTION_MS;
  const written = email.state === 'sent' && config.smtpUrl === null && there;
  return {
    _id: email.publicId,
    kind: email.kind,
    to: email.recipient,
    subject: email.subject,
    state: email.state,
    attempts: email.attempts,
    response: email.response,
    createdAt: iso(email.createdAt),
    nextAt: email.state === 'queued' ? iso(email.runAt) : null,
    endedAt: iso(email.endedAt),
    canRetry: canRetryEmail(email, clock()),
    file: written ? `${fileNameOf(email)}.eml` : null,
  };
}
