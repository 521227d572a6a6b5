import type { EmailContent, MailKind } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { insertMail } from '../../db/repositories/mails.ts';
import { createPublicId } from '../identifiers.ts';

/** Milliseconds after which an email that cannot be sent fails. */
export const GIVE_UP_AFTER_MS = 2 * 86_400_000;

export interface NewMail {
  kind: MailKind;
  /** Single recipient; others get separate emails. */
  to: string;
  letter: EmailContent;
  /** Deduplication key, whose format depends on the kind. */
  about?: string;
  /** Row id of the newsletter, and public id of the subscriber. */
  newsletter?: { id: number; subscriber: string };
  /** Member by public id and notification kind, for the unsubscribe link. */
  tells?: { member: string; notice: NotificationKind };
  /** Time after which it is not sent, such as the expiry of its link. */
  usefulUntil?: number;
}

/**
 * Stores an email in the outbox; call it in the transaction of the change. It is sent within a
 * second, retried while the SMTP server is unavailable, and never sent twice automatically.
 * @returns its public id
 */
export function enqueueMail(
  transaction: Queryable,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { kind, to, letter, about, newsletter, tells, usefulUntil }: NewMail,
): string {
  const now = clock();
  const publicId = createPublicId();
  const giveUpAt = Math.min(now + GIVE_UP_AFTER_MS, usefulUntil ?? Number.POSITIVE_INFINITY);
  insertMail(transaction, {
    publicId,
    kind,
    about: about ?? null,
    newsletterId: newsletter?.id ?? null,
    subscriber: newsletter?.subscriber ?? null,
    member: tells?.member ?? null,
    notice: tells?.notice ?? null,
    recipient: to,
    subject: letter.subject,
    // The same for every attempt, so that mail servers can detect duplicates.
    messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    letter,
    runAt: now,
    giveUpAt,
    usefulUntil: usefulUntil ?? null,
    createdAt: now,
  });
  return publicId;
}
