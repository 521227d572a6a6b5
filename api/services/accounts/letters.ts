import type { Letter } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/client.ts';
import type { UserRecord } from '../../db/repositories/users.ts';
import { enqueueMail } from '../mail/queue.ts';
import { notify } from '../notifications/notify.ts';
import type { AccountContext } from './context.ts';
import { greeting } from './greeting.ts';

type Receiver = Pick<UserRecord, 'email' | 'name' | 'emailConfirmedAt'>;
type Site = Pick<Config, 'siteUrl'>;

/** The token stands behind `#`, where no log of a server and no referrer sees it. */
const linkTo = ({ siteUrl }: Site, page: string, token: string) =>
  `${siteUrl}${page}#token=${token}`;
const NOT_YOU = 'If that was not you, there is nothing to do: without the link nothing happens.';
const reason = ({ siteUrl }: Site) => `You get this because of an account on ${siteUrl}.`;

/** Asks whether an address belongs to who gave it. */
export function confirmEmailLetter(site: Site, token: string): Letter {
  return {
    subject: 'Please confirm your e-mail address',
    title: 'Is this your address?',
    paragraphs: [
      `Hello, this address was given for an account on ${site.siteUrl}. If that was you, please confirm it within two days.`,
    ],
    button: { label: 'Confirm the address', href: linkTo(site, '/confirm-email', token) },
    afterButton: [NOT_YOU],
    reason: reason(site),
  };
}

/** To an address that somebody wants for their account, but that has one already. */
export function addressInUseLetter(to: Receiver, site: Site): Letter {
  return {
    subject: 'This address already has an account',
    title: 'You have an account already',
    paragraphs: [
      `${greeting(to)} somebody asked to use this address for another account on ${site.siteUrl}. It belongs to yours, so nothing was changed.`,
      'If that was you and you do not know your password any more, choose a new one.',
    ],
    button: { label: 'A new password', href: `${site.siteUrl}/forgot-password` },
    reason: reason(site),
  };
}

/** Leads to a new password. */
export function resetPasswordLetter(
  to: Receiver,
  site: Site,
  { token, recentFactors }: { token: string; recentFactors: string[] },
): Letter {
  return {
    subject: 'Choose a new password',
    title: 'A new password',
    paragraphs: [
      `${greeting(to)} somebody asked for a new password for your account on ${site.siteUrl}. The link works for an hour, and once.`,
      ...recentFactors,
    ],
    button: { label: 'Choose a password', href: linkTo(site, '/reset-password', token) },
    afterButton: [NOT_YOU],
    reason: reason(site),
  };
}

/** Goes to the former address of an account; the link returns the account to it. */
export function emailChangedLetter(
  to: Receiver,
  site: Site,
  { token, email }: { token: string; email: string },
): Letter {
  return {
    subject: 'Your account has a new email address',
    title: 'Your email address was changed',
    paragraphs: [
      `${greeting(to)} your account on ${site.siteUrl} now uses ${email} instead of this address.`,
      'If that was you, there is nothing to do. If not, undo the change within seven days: it brings this address back, signs out every device and lets you choose a new password.',
    ],
    button: { label: 'Undo the change', href: linkTo(site, '/revert-email', token) },
    reason: reason(site),
  };
}

/** Goes to the address that an account has just lost because the former one was restored. */
export function emailRevertedLetter(site: Site): Letter {
  return {
    subject: 'Your email change was undone',
    title: 'Your email change was undone',
    paragraphs: [
      `An account on ${site.siteUrl} no longer uses this address: the link in the email to its former address was used to undo the change.`,
      'If that was not you, please write to us.',
    ],
    button: { label: 'Contact', href: `${site.siteUrl}/contact` },
    reason: reason(site),
  };
}

/**
 * Tells the owner of an account of something that only they should have done, by mail and in the
 * notification centre. Belongs in the transaction of what it tells of.
 * @param what a sentence without its full stop
 * @param details further paragraphs
 */
export function tellOwner(
  context: Pick<AccountContext, 'config' | 'clock'>,
  transaction: Queryable,
  to: Receiver & { id: number },
  what: string,
  details: string[] = [],
): void {
  const { siteUrl } = context.config;
  notify(transaction, context, { userId: to.id, kind: 'security', title: what, path: '/account' });
  const letter: Letter = {
    subject: what,
    title: what,
    paragraphs: [
      `${greeting(to)} this happened to your account on ${siteUrl}.`,
      ...details,
      'If that was you, there is nothing to do. If not, choose a new password at once: that also signs out every device.',
    ],
    button: { label: 'A new password', href: `${siteUrl}/forgot-password` },
    reason: reason(context.config),
  };
  enqueueMail(transaction, context, { kind: 'account', to: to.email, letter });
}
