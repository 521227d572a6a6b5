import { paginate } from '#contracts/fields.ts';
import type { EmailContent, MailKind, MailListQuery, MailResponse } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  cancelMail,
  countMails,
  findMail,
  insertMail,
  listMails,
  type Mail,
  requeueMail,
} from '../../db/repositories/mails.ts';
import { findNewsletter } from '../../db/repositories/newsletter.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { FILE_RETENTION_MS } from './eml-folder.ts';
import { fileNameOf } from './render-email.ts';

/** Milliseconds after which an email that cannot be sent fails. */
export const RETRY_PERIOD_MS = 2 * 86_400_000;

interface NewMail {
  kind: MailKind;
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
export function enqueueMail(
  transaction: Queryable,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { kind, to, content, subjectKey, newsletter, notification, expiresAt }: NewMail,
): string {
  const now = clock();
  const publicId = createPublicId();
  const retryUntil = Math.min(now + RETRY_PERIOD_MS, expiresAt ?? Number.POSITIVE_INFINITY);
  insertMail(transaction, {
    publicId,
    kind,
    subjectKey: subjectKey ?? null,
    newsletterId: newsletter?.id ?? null,
    subscriber: newsletter?.subscriber ?? null,
    member: notification?.member ?? null,
    notificationKind: notification?.notificationKind ?? null,
    recipient: to,
    subject: content.subject,
    // The same for every attempt, so that mail servers can detect duplicates.
    messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    content,
    runAt: now,
    retryUntil,
    expiresAt: expiresAt ?? null,
    createdAt: now,
  });
  return publicId;
}

type HistoryContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Returns one page of queued, sent and failed emails. */
export function readMails(context: HistoryContext, { show, newsletter, ...range }: MailListQuery) {
  const { config, database } = context;
  const { query } = database;
  const which = { show, newsletterId: newsletterIdOf(context, newsletter) };
  const { rows, pageInfo } = paginate(range, countMails(query, which));
  return {
    mails: listMails(query, { ...which, ...rows }).map((mail) => toMailResponse(context, mail)),
    ...pageInfo,
    waiting: countMails(query, { ...which, show: 'waiting' }),
    failed: countMails(query, { ...which, show: 'failed' }),
    way: config.smtpUrl ? ('server' as const) : ('folder' as const),
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
export async function retryMail(context: HistoryContext, id: string): Promise<MailResponse> {
  const { database, clock } = context;
  const now = clock();
  const mail = await database.write((transaction) => {
    const found = findMail(transaction, id);
    if (!found) throw new DomainError('NOT_FOUND');
    if (!canBeSentAgain(found, now)) return undefined;
    const retryUntil = Math.min(now + RETRY_PERIOD_MS, found.expiresAt ?? Number.MAX_SAFE_INTEGER);
    return requeueMail(transaction, id, { now, retryUntil });
  });
  if (!mail) throw new DomainError('STATE_CONFLICT');
  return toMailResponse(context, mail);
}

/** @throws DomainError NOT_FOUND; STATE_CONFLICT when it is being sent or has been */
export async function cancelEmail(context: HistoryContext, id: string): Promise<MailResponse> {
  const { database, clock } = context;
  const mail = await database.write((transaction) => {
    if (!findMail(transaction, id)) throw new DomainError('NOT_FOUND');
    return cancelMail(transaction, id, clock());
  });
  if (!mail) throw new DomainError('STATE_CONFLICT');
  return toMailResponse(context, mail);
}

function canBeSentAgain({ state, content, expiresAt }: Mail, now: number): boolean {
  const ended = state === 'failed' || state === 'unknown' || state === 'cancelled';
  return ended && content !== null && (expiresAt === null || expiresAt > now);
}

function toMailResponse({ config, clock }: HistoryContext, mail: Mail): MailResponse {
  const there = mail.createdAt > clock() - FILE_RETENTION_MS;
  const written = mail.state === 'sent' && config.smtpUrl === null && there;
  return {
    _id: mail.publicId,
    kind: mail.kind,
    to: mail.recipient,
    subject: mail.subject,
    state: mail.state,
    attempts: mail.attempts,
    response: mail.response,
    createdAt: iso(mail.createdAt),
    nextAt: mail.state === 'queued' ? iso(mail.runAt) : null,
    endedAt: mail.endedAt === null ? null : iso(mail.endedAt),
    again: canBeSentAgain(mail, clock()),
    file: written ? `${fileNameOf(mail)}.eml` : null,
  };
}
