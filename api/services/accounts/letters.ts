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
export function resetPasswordLetter(to: Receiver, site: Site, token: string): Letter {
  return {
    subject: 'Choose a new password',
    title: 'A new password',
    paragraphs: [
      `${greeting(to)} somebody asked for a new password for your account on ${site.siteUrl}. The link works for an hour, and once.`,
    ],
    button: { label: 'Choose a password', href: linkTo(site, '/reset-password', token) },
    afterButton: [NOT_YOU],
    reason: reason(site),
  };
}

/**
 * Tells the owner of an account of something that only they should have done, by mail and in the
 * notification centre. Belongs in the transaction of what it tells of.
 * @param what a sentence without its full stop
 */
export function tellOwner(
  context: Pick<AccountContext, 'config' | 'clock'>,
  transaction: Queryable,
  to: Receiver & { id: number },
  what: string,
): void {
  const { siteUrl } = context.config;
  notify(transaction, context, { userId: to.id, kind: 'security', title: what, path: '/account' });
  const letter: Letter = {
    subject: what,
    title: what,
    paragraphs: [
      `${greeting(to)} this happened to your account on ${siteUrl}.`,
      'If that was you, there is nothing to do. If not, choose a new password at once: that also signs out every device.',
    ],
    button: { label: 'A new password', href: `${siteUrl}/forgot-password` },
    reason: reason(context.config),
  };
  enqueueMail(transaction, context, { kind: 'account', to: to.email, letter });
}
