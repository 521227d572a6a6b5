import type { Letter, MailKind } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { insertMail } from '../../db/repositories/mails.ts';
import { createPublicId } from '../articles/public-id.ts';

/** Milliseconds after which a mail that cannot be handed over is given up. */
export const GIVE_UP_AFTER_MS = 2 * 86_400_000;

export interface NewMail {
  kind: MailKind;
  /** One address: whoever else gets it gets a mail of their own. */
  to: string;
  letter: Letter;
  /** What it is about, in the words of its kind. */
  about?: string;
  /** Which newsletter it is, and the public id of the subscriber it goes to. */
  newsletter?: { id: number; subscriber: string };
  /** Which member it tells of what kind of thing, by public id: they may end such mails. */
  tells?: { member: string; notice: NotificationKind };
  /** When it would be of no use any more, such as the end of the link in it. */
  usefulUntil?: number;
}

/**
 * Puts a mail into the outbox; belongs in the transaction of what it tells of. It leaves within a
 * second, is tried again while the mail server cannot take it, and is never sent twice by itself.
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
    // The same for every attempt, so that whoever gets it twice can tell.
    messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    letter,
    runAt: now,
    giveUpAt,
    usefulUntil: usefulUntil ?? null,
    createdAt: now,
  });
  return publicId;
}
