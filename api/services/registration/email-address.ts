import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../db/database.ts';
import {
  deleteTokensBoundToPassword,
  deleteTokensOfUser,
  deleteTokensOfUserSince,
  findLatestTokenOfUser,
} from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/sign-in-methods.ts';
import {
  findActiveUser,
  findUserByEmail,
  releaseEmail,
  type UserRecord,
  updateConfirmedEmail,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { notify } from '../notifications/notify.ts';
import {
  consumeToken,
  issueToken,
  peekToken,
  RESET_PASSWORD,
  REVERT_EMAIL,
} from '../one-time-tokens.ts';
import { hashPassword, NO_PASSWORD } from '../passwords/passwords.ts';
import type { AccountContext } from '../sessions/sessions.ts';
import {
  addressInUseEmail,
  confirmAddressEmail,
  emailChangedEmail,
  emailRevertedEmail,
  notifyAccountHolder,
  sendTokenLink,
} from './account-emails.ts';

const KIND = 'confirm email';
const linkData = z.object({ email: z.string() });

/** Sends the email that confirms an address; call it in a transaction. */
export function sendConfirmation(
  context: Pick<AccountContext, 'clock' | 'config'>,
  transaction: Queryable,
  user: Pick<UserRecord, 'id'>,
  email: string,
): void {
  const link = { kind: KIND, userId: user.id, to: email } as const;
  sendTokenLink(context, transaction, link, (token) => confirmAddressEmail(context.config, token));
}

/**
 * Calls sendConfirmation, or, if the address belongs to another account, notifies its owner. The caller
 * cannot tell the difference. Call it in a transaction.
 */
function sendConfirmationOrWarning(
  context: Pick<AccountContext, 'clock' | 'config'>,
  transaction: Queryable,
  user: UserRecord,
  email: string,
): void {
  const holder = findUserByEmail(transaction, email);
  if (!holder || holder.id === user.id) {
    sendConfirmation(context, transaction, user, email);
    return;
  }
  // The token is stored, but its link is not sent to anyone.
  issueToken(transaction, { kind: KIND, userId: user.id, data: { email }, now: context.clock() });
  const content = addressInUseEmail(holder, context.config);
  enqueueEmail(transaction, context, { kind: 'account', to: holder.email, content });
}

/** Returns the address that awaits confirmation, current or new, or null. */
export function unconfirmedEmail(query: Queryable, user: UserRecord, now: number): string | null {
  const latest = findLatestTokenOfUser(query, user.id, KIND, now);
  const requestedEmail = latest && linkData.parse(latest.data).email;
  if (requestedEmail && requestedEmail !== user.email) return requestedEmail;
  return user.emailConfirmedAt === null ? user.email : null;
}

/**
 * Sends the confirmation email again.
 * @throws DomainError STATE_CONFLICT if no address awaits confirmation, TOO_MANY_REQUESTS
 */
export async function resendConfirmation(context: AccountContext, userId: number): Promise<string> {
  const { database, clock } = context;
  const user = activeUser(database.query, userId);
  const email = unconfirmedEmail(database.query, user, clock());
  if (!email)
    throw new DomainError('STATE_CONFLICT', { msg: 'Your email address is already confirmed.' });
  await database.write((transaction) => {
    assertEmailLimit(context, transaction, email);
    sendConfirmationOrWarning(context, transaction, user, email);
  });
  return email;
}

/**
 * Requests a change of the email address, which takes effect when it is confirmed, and notifies the
 * current address. The response does not reveal whether the new address has an account.
 * @throws DomainError VALIDATION if it is the current address, TOO_MANY_REQUESTS
 */
export async function requestEmailChange(
  context: AccountContext,
  userId: number,
  email: string,
): Promise<void> {
  const { database } = context;
  const user = activeUser(database.query, userId);
  if (email === user.email) {
    const errorText = 'This is already your email address.';
    throw fieldError('email', errorText);
  }
  await database.write((transaction) => {
    assertEmailLimit(context, transaction, email);
    deleteTokensOfUser(transaction, userId, KIND);
    sendConfirmationOrWarning(context, transaction, user, email);
    notifyAccountHolder(context, transaction, {
      to: user,
      what: 'Someone requested a change of your email address',
    });
  });
}

/** Cancels a requested change of the email address. */
export async function cancelEmailChange(
  { database }: Pick<AccountContext, 'database'>,
  userId: number,
): Promise<void> {
  await database.write((transaction) => deleteTokensOfUser(transaction, userId, KIND));
}

/**
 * Confirms an email address with the token of its link, and makes it the address of the account.
 * @throws DomainError LINK_INVALID, EMAIL_TAKEN if another account has taken the address meanwhile
 */
export async function confirmEmail(context: AccountContext, token: string): Promise<string> {
  const { database, clock } = context;
  const now = clock();
  return database.write((transaction) => {
    const taken = consumeToken(transaction, KIND, token, now);
    const user = taken?.userId ? findActiveUser(transaction, taken.userId) : undefined;
    if (!taken || !user) throw new DomainError('LINK_INVALID');
    const { email } = linkData.parse(taken.data);
    const holder = findUserByEmail(transaction, email);
    if (holder && holder.id !== user.id) throw new DomainError('EMAIL_TAKEN');
    updateConfirmedEmail(transaction, user.id, email, now);
    deleteTokensOfUser(transaction, user.id, KIND);
    if (email !== user.email) {
      // Reset links that were sent to the former address are no longer valid.
      deleteTokensOfUser(transaction, user.id, RESET_PASSWORD);
      sendRevertLink(context, transaction, { ...user, email }, user);
    }
    return email;
  });
}

function activeUser(query: Queryable, userId: number): UserRecord {
  const user = findActiveUser(query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  return user;
}

function assertEmailLimit(
  { emailLimiter }: AccountContext,
  transaction: Queryable,
  email: string,
): void {
  if (emailLimiter.admit(transaction, email)) return;
  throw new DomainError('TOO_MANY_REQUESTS', {
    msg: 'We have already sent several emails to this address. Please check your inbox, or try again in an hour.',
    retryAfter: 3600,
  });
}

/**
 * Notifies the owner of an email change, and sends the former address a link that undoes it; call it in the
 * transaction of the change. An unconfirmed address may belong to someone else and gets no link.
 */
function sendRevertLink(
  context: Pick<AccountContext, 'config' | 'clock'>,
  transaction: Queryable,
  user: UserRecord,
  former: UserRecord,
): void {
  const title = 'Your account has a new email address';
  notify(transaction, context, { userId: user.id, kind: 'security', title, path: '/account' });
  if (former.emailConfirmedAt === null) return;
  const link = { kind: REVERT_EMAIL, userId: user.id, to: former.email } as const;
  sendTokenLink(context, transaction, link, (token) =>
    emailChangedEmail(former, context.config, { token, email: user.email }),
  );
}

/**
 * Restores the email address that an account had before a change. It also replaces the password and
 * revokes all sessions, because an intruder may have made the change.
 * @returns the address, and a token for a password reset
 * @throws DomainError LINK_INVALID, EMAIL_TAKEN if the address has another confirmed account, BUSY
 */
export async function revertEmail(
  context: AccountContext,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const { database, clock, config } = context;
  if (!peekToken(database.query, REVERT_EMAIL, token, clock())) {
    throw new DomainError('LINK_INVALID');
  }
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const now = clock();
  return database.write((transaction) => {
    const taken = consumeToken(transaction, REVERT_EMAIL, token, now);
    const user = taken?.userId ? findActiveUser(transaction, taken.userId) : undefined;
    if (!taken || !user) throw new DomainError('LINK_INVALID');
    const { email } = linkData.parse(taken.data);
    const holder = findUserByEmail(transaction, email);
    if (holder && holder.id !== user.id) {
      if (holder.emailConfirmedAt !== null) throw new DomainError('EMAIL_TAKEN');
      displaceUnconfirmed(transaction, holder, now);
    }
    updateConfirmedEmail(transaction, user.id, email, now);
    updatePasswordHash(transaction, user.id, passwordHash, now);
    revokeSessionsOfUser(transaction, user.id, 'email reverted', now);
    distrustDevices(transaction, user.id);
    deleteTokensBoundToPassword(transaction, user.id);
    // Links of later changes would undo this; links of earlier ones stay valid.
    deleteTokensOfUserSince(transaction, user.id, REVERT_EMAIL, taken.createdAt);
    if (user.email !== email) {
      const content = emailRevertedEmail(config);
      enqueueEmail(transaction, context, { kind: 'account', to: user.email, content });
    }
    const { token: resetToken } = issueToken(transaction, {
      kind: RESET_PASSWORD,
      userId: user.id,
      data: { email },
      now,
    });
    return { email, resetToken };
  });
}

/**
 * Removes the email address and the password of an account that never confirmed it, since anyone can
 * register an address without owning it. Call it in a transaction.
 */
export function displaceUnconfirmed(transaction: Queryable, holder: UserRecord, now: number): void {
  releaseEmail(transaction, holder, now);
  updatePasswordHash(transaction, holder.id, NO_PASSWORD, now);
  revokeSessionsOfUser(transaction, holder.id, 'address taken over', now);
  deleteTokensBoundToPassword(transaction, holder.id);
}
