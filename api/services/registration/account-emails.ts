import type { EmailContent } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/database.ts';
import type { UserRecord } from '../../db/repositories/users.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { notify } from '../notifications/notify.ts';
import { issueToken, type TokenKind } from '../one-time-tokens.ts';
import type { AccountContext } from '../sessions/sessions.ts';

interface Invited {
  name: string;
}

type Receiver = Pick<UserRecord, 'email' | 'name' | 'emailConfirmedAt'>;
type Site = Pick<Config, 'siteUrl'>;

/** Returns a link with a token in its fragment, which servers and referrers do not see. */
const linkTo = ({ siteUrl }: Site, page: string, token: string) =>
  `${siteUrl}${page}#token=${token}`;
const NOT_YOU = 'If it was not you, you can ignore this email.';
const reason = ({ siteUrl }: Site) =>
  `You are receiving this email because you have an account on ${siteUrl}.`;

/** Emails a link with a new token for an address to this address; call it in a transaction. */
export function sendTokenLink(
  context: Pick<AccountContext, 'clock' | 'config'>,
  transaction: Queryable,
  { kind, userId, to }: { kind: TokenKind; userId: number; to: string },
  contentOf: (token: string) => EmailContent,
): void {
  const [data, now] = [{ email: to }, context.clock()];
  const { token, expiresAt } = issueToken(transaction, { kind, userId, data, now });
  enqueueEmail(transaction, context, { kind: 'account', to, content: contentOf(token), expiresAt });
}

export function confirmAddressEmail(site: Site, token: string): EmailContent {
  return {
    subject: 'Please confirm your email address',
    title: 'Confirm your email address',
    paragraphs: [
      `Hello, someone used this email address for an account on ${site.siteUrl}. If it was you, please confirm it within two days.`,
    ],
    button: { label: 'Confirm the address', href: linkTo(site, '/confirm-email', token) },
    afterButton: [NOT_YOU],
    reason: reason(site),
  };
}

/** Email to an address that someone tried to use for a second account. */
export function addressInUseEmail(to: Receiver, site: Site): EmailContent {
  return {
    subject: 'This address already has an account',
    title: 'You already have an account',
    paragraphs: [
      `${greeting(to)} someone tried to use this email address for another account on ${site.siteUrl}. It already belongs to your account, so nothing was changed.`,
      'If this was you and you have forgotten your password, reset it.',
    ],
    button: { label: 'Reset your password', href: `${site.siteUrl}/forgot-password` },
    reason: reason(site),
  };
}

/** Email with a link that resets a password. */
export function resetPasswordEmail(
  to: Receiver,
  site: Site,
  { token, recentFactors }: { token: string; recentFactors: string[] },
): EmailContent {
  return {
    subject: 'Reset your password',
    title: 'Reset your password',
    paragraphs: [
      `${greeting(to)} someone requested a password reset for your account on ${site.siteUrl}. The link can be used once and expires in one hour.`,
      ...recentFactors,
    ],
    button: { label: 'Choose a password', href: linkTo(site, '/reset-password', token) },
    afterButton: [NOT_YOU],
    reason: reason(site),
  };
}

/** Email to the former address of an account, with a link that undoes the change. */
export function emailChangedEmail(
  to: Receiver,
  site: Site,
  { token, email }: { token: string; email: string },
): EmailContent {
  return {
    subject: 'Your account has a new email address',
    title: 'Your email address was changed',
    paragraphs: [
      `${greeting(to)} your account on ${site.siteUrl} now uses ${email} instead of this address.`,
      'If this was you, no action is needed. If not, undo the change within seven days: this restores the address, signs out all devices and lets you choose a new password.',
    ],
    button: { label: 'Undo the change', href: linkTo(site, '/revert-email', token) },
    reason: reason(site),
  };
}

/** Email to the address that an account lost when the former one was restored. */
export function emailRevertedEmail(site: Site): EmailContent {
  return {
    subject: 'Your email change was undone',
    title: 'Your email change was undone',
    paragraphs: [
      `An account on ${site.siteUrl} no longer uses this address: the link in the email to its former address was used to undo the change.`,
      'If it was not you, please contact us.',
    ],
    button: { label: 'Contact', href: `${site.siteUrl}/contact` },
    reason: reason(site),
  };
}

interface SecurityEvent {
  to: Receiver & { id: number };
  /** A sentence without its full stop. */
  what: string;
  /** Further paragraphs. */
  details?: string[] | undefined;
}

/**
 * Notifies the holder of an account of a security event, by email and in the notification centre; call it
 * in the transaction of the event.
 */
export function notifyAccountHolder(
  context: Pick<AccountContext, 'config' | 'clock'>,
  transaction: Queryable,
  { to, what, details = [] }: SecurityEvent,
): void {
  const { siteUrl } = context.config;
  notify(transaction, context, { userId: to.id, kind: 'security', title: what, path: '/account' });
  const content: EmailContent = {
    subject: what,
    title: what,
    paragraphs: [
      `${greeting(to)} this happened to your account on ${siteUrl}.`,
      ...details,
      'If this was you, no action is needed. If not, reset your password now; this also signs out all devices.',
    ],
    button: { label: 'Reset your password', href: `${siteUrl}/forgot-password` },
    reason: reason(context.config),
  };
  enqueueEmail(transaction, context, { kind: 'account', to: to.email, content });
}

/**
 * Returns the greeting of an email. It contains no name until the address is confirmed, so that no
 * one can send their own text to someone else's address by registering with it.
 */
export function greeting({
  name,
  emailConfirmedAt,
}: Pick<UserRecord, 'name' | 'emailConfirmedAt'>): string {
  return emailConfirmedAt === null ? 'Hello,' : `Hello ${name},`;
}

/** Builds an invitation; its link sets the password of the new account. */
export function invitationEmail(
  to: Invited,
  { siteUrl }: Site,
  { token, from }: { token: string; from: string },
): EmailContent {
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
export function adminChangeEmail(
  to: Parameters<typeof greeting>[0],
  { siteUrl }: Site,
  { what, meaning }: { what: string; meaning: string },
): EmailContent {
  return {
    subject: what,
    title: what,
    paragraphs: [`${greeting(to)} an admin of ${siteUrl} changed your account.`, meaning],
    button: { label: 'Contact us', href: `${siteUrl}/contact` },
    reason: `You are receiving this email because you have an account on ${siteUrl}.`,
  };
}
