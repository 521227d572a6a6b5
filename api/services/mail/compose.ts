import MailComposer from 'nodemailer/lib/mail-composer';
import type { Letter } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import type { Message } from '../../integrations/mailer.ts';
import { siteInfo } from '../../site-info.ts';
import { renderEmail } from './letter.ts';

interface Envelope {
  publicId: string;
  messageId: string;
  recipient: string;
  letter: Letter;
  /** When it was written, milliseconds since 1970. */
  createdAt: number;
}

/**
 * Composes an email as a MIME message. Fields may contain user input: the composer encodes them, so
 * that they cannot add headers or recipients.
 * @throws Error if it cannot be composed
 */
export async function composeMessage(
  { publicId, messageId, recipient, letter, createdAt }: Envelope,
  { mailFrom, siteUrl }: Pick<Config, 'mailFrom' | 'siteUrl'>,
): Promise<Message> {
  const { text, html } = renderEmail(letter, { name: siteInfo.name, url: siteUrl });
  const { replyTo, unsubscribe } = letter;
  const composer = new MailComposer({
    from: { name: siteInfo.name, address: mailFrom },
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    subject: oneLine(letter.subject),
    text,
    html,
    messageId,
    date: new Date(createdAt),
    newline: 'windows',
    // User input must not refer to files or URLs that the composer would load.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Tells vacation notices and ticket systems not to answer a program.
      'auto-submitted': 'auto-generated',
      ...(unsubscribe && {
        'list-unsubscribe': `<${unsubscribe.oneClick}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  });
  const name = fileNameOf({ publicId, createdAt });
  return { name, from: mailFrom, to: recipient, bytes: await composer.compile().build() };
}

/** Returns the file name of an email, which sorts by time. */
export function fileNameOf({ publicId, createdAt }: Pick<Envelope, 'publicId' | 'createdAt'>) {
  return `${new Date(createdAt).toISOString().replaceAll(':', '-')}-${publicId}`;
}

/** Removes line breaks from a header value; the composer folds and encodes it. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
