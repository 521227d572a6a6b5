import type { Letter } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import { greeting } from '../accounts/greeting.ts';

interface Receiver {
  name: string;
}
type Site = Pick<Config, 'siteUrl'>;

/** Asks somebody to join: the link sets the password of an account that is there already. */
export function invitationLetter(
  to: Receiver,
  { siteUrl }: Site,
  { token, from }: { token: string; from: string },
): Letter {
  return {
    subject: `${from} invites you`,
    title: 'You are invited',
    paragraphs: [
      `Hello ${to.name}, ${from} has made an account for you on ${siteUrl}. Choose a password within seven days and it is yours.`,
    ],
    // Behind `#`, where no log of a server and no referrer sees it.
    button: { label: 'Choose a password', href: `${siteUrl}/invitation#token=${token}` },
    afterButton: ['If you do not want it, there is nothing to do: nobody can sign in until then.'],
    reason: `You get this because an admin of ${siteUrl} typed this address.`,
  };
}

/** Tells somebody what an admin did with their account. `what` is a sentence without its full stop. */
export function decisionLetter(
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
    button: { label: 'Ask about it', href: `${siteUrl}/contact` },
    reason: `You get this because of an account on ${siteUrl}.`,
  };
}
