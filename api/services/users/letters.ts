import type { Letter } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import { greeting } from '../registration/emails.ts';

interface Receiver {
  name: string;
}
type Site = Pick<Config, 'siteUrl'>;

/** Builds an invitation; its link sets the password of the new account. */
export function invitationEmail(
  to: Receiver,
  { siteUrl }: Site,
  { token, from }: { token: string; from: string },
): Letter {
  return {
    subject: `${from} invited you`,
    title: 'You are invited',
    paragraphs: [
      `Hello ${to.name}, ${from} has invited you to ${siteUrl}. Choose a password within seven days to activate your account.`,
    ],
    // In the fragment, which is not sent to servers or in referrers.
    button: { label: 'Choose a password', href: `${siteUrl}/invitation#token=${token}` },
    afterButton: [
      'If you do not want the account, you can ignore this email: no one can sign in until then.',
    ],
    reason: `You are receiving this email because an admin of ${siteUrl} invited you.`,
  };
}

/** Builds the email about a change by an admin. `what` is a sentence without its full stop. */
export function decisionEmail(
  to: Parameters<typeof greeting>[0],
  { siteUrl }: Site,
  { what, meaning }: { what: string; meaning: string },
): Letter {
  return {
    subject: what,
    title: what,
    paragraphs: [
      `${greeting(to)} an admin of ${siteUrl} decided this about your account.`,
      meaning,
    ],
    button: { label: 'Contact us', href: `${siteUrl}/contact` },
    reason: `You are receiving this email because you have an account on ${siteUrl}.`,
  };
}
