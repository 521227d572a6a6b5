import { CONFIRM_DAYS } from '#contracts/subscriber.ts';
import { siteInfo } from '../site-info.ts';
import type { Mail } from './mail.ts';

/** What a mail to a subscriber is about, and its two links. */
interface Letter {
  siteUrl: string;
  email: string;
  /** Of the link to leave. */
  leaveToken: string;
}

/** Asks whether the address really wants mail. */
export function confirmationMail(letter: Letter, token: string): Mail {
  return write(letter, `Please confirm: mail from ${siteInfo.name}`, [
    `Somebody, hopefully you, asked for mail from ${siteInfo.name} to this address.`,
    `Yes, that was me:\n${letter.siteUrl}/subscribe/confirm#token=${token}`,
    `The link works for ${CONFIRM_DAYS} days. If it was not you, do nothing: without your confirmation no further mail comes, and the address is forgotten.`,
  ]);
}

/** Follows a confirmation: from now on there is a way to leave at hand. */
export function welcomeMail(letter: Letter): Mail {
  return write(letter, `You are subscribed: ${siteInfo.name}`, [
    `Your address is confirmed. Mail from ${siteInfo.name} comes to it from now on, when there is something worth reading.`,
    `Until then: ${letter.siteUrl}/blog`,
  ]);
}

/** Somebody typed in an address that is subscribed already; the page itself does not tell. */
export function alreadySubscribedMail(letter: Letter): Mail {
  return write(letter, `You are subscribed already: ${siteInfo.name}`, [
    `This address was just typed into the form at ${letter.siteUrl}. It is subscribed already, so nothing has changed.`,
    'If it was not you, there is nothing to do.',
  ]);
}

function write(letter: Letter, subject: string, paragraphs: string[]): Mail {
  const { siteUrl, email, leaveToken } = letter;
  const footer = `-- \nNo mail from here any more: ${siteUrl}/unsubscribe#token=${leaveToken}\n`;
  return {
    to: [email],
    subject,
    text: `${[...paragraphs, footer].join('\n\n')}`,
    unsubscribeUrl: `${siteUrl}/api/subscribers/unsubscribe?token=${leaveToken}`,
  };
}
