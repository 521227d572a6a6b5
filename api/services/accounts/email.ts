import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import {
  deleteTokensOfUser,
  findLatestTokenOfUser,
} from '../../db/repositories/one-time-tokens.ts';
import {
  findActiveUser,
  findUserByEmail,
  type UserRecord,
  updateConfirmedEmail,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { AccountContext } from './context.ts';
import { addressInUseLetter, confirmEmailLetter, tellOwner } from './letters.ts';
import { issueToken, RESET_PASSWORD, takeToken } from './one-time-tokens.ts';
import { sendRevertLink } from './revert-email.ts';

const KIND = 'confirm email';
const linkData = z.object({ email: z.string() });

/** Sends the link by which a user shows that `email` is theirs. Belongs in a transaction. */
export function sendConfirmation(
  context: Pick<AccountContext, 'clock' | 'config'>,
  transaction: Queryable,
  user: Pick<UserRecord, 'id'>,
  email: string,
): void {
  const { token, expiresAt } = issueToken(transaction, {
    kind: KIND,
    userId: user.id,
    data: { email },
    now: context.clock(),
  });
  const letter = confirmEmailLetter(context.config, token);
  const mail = { kind: 'account', to: email, letter, usefulUntil: expiresAt } as const;
  enqueueMail(transaction, context, mail);
}

/**
 * As sendConfirmation, unless the address is another account's: its owner is told instead. Whoever
 * wishes for it sees the same in both cases. Belongs in a transaction.
 */
function askAddress(
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
  // The wish is noted, but its link is in nobody's hands.
  issueToken(transaction, { kind: KIND, userId: user.id, data: { email }, now: context.clock() });
  const letter = addressInUseLetter(holder, context.config);
  enqueueMail(transaction, context, { kind: 'account', to: holder.email, letter });
}

/** The address that waits to be confirmed, or null: the present one, or the one to come. */
export function unconfirmedEmail(query: Queryable, user: UserRecord, now: number): string | null {
  const latest = findLatestTokenOfUser(query, user.id, KIND, now);
  const asked = latest && linkData.parse(latest.data).email;
  if (asked && asked !== user.email) return asked;
  return user.emailConfirmedAt === null ? user.email : null;
}

/**
 * Sends the link once more.
 * @throws DomainError STATE_CONFLICT when nothing waits, TOO_MANY_REQUESTS
 */
export async function resendConfirmation(context: AccountContext, userId: number): Promise<string> {
  const { database, clock } = context;
  const user = activeUser(database.query, userId);
  const email = unconfirmedEmail(database.query, user, clock());
  if (!email) throw new DomainError('STATE_CONFLICT', { msg: 'Your e-mail is confirmed already.' });
  await database.write((transaction) => {
    admitMail(context, transaction, email);
    askAddress(context, transaction, user, email);
  });
  return email;
}

/**
 * Wishes for another address. It counts once the link in the mail to it was used; the present one
 * is told. The answer never says whether the address has an account.
 * @throws DomainError VALIDATION when it is the present one, TOO_MANY_REQUESTS
 */
export async function requestEmailChange(
  context: AccountContext,
  userId: number,
  email: string,
): Promise<void> {
  const { database } = context;
  const user = activeUser(database.query, userId);
  if (email === user.email) {
    const sentence = 'This is your e-mail address already.';
    throw new DomainError('VALIDATION', { msg: sentence, fields: { email: sentence } });
  }
  await database.write((transaction) => {
    admitMail(context, transaction, email);
    deleteTokensOfUser(transaction, userId, KIND);
    askAddress(context, transaction, user, email);
    tellOwner(context, transaction, user, 'Somebody asked for another e-mail address');
  });
}

/** Forgets the wish for another address. */
export async function cancelEmailChange(
  { database }: Pick<AccountContext, 'database'>,
  userId: number,
): Promise<void> {
  await database.write((transaction) => deleteTokensOfUser(transaction, userId, KIND));
}

/**
 * Uses the link of a mail: the address is theirs, and from now on that of the account.
 * @throws DomainError LINK_INVALID, EMAIL_TAKEN when somebody was quicker
 */
export async function confirmEmail(context: AccountContext, token: string): Promise<string> {
  const { database, clock } = context;
  const now = clock();
  return database.write((transaction) => {
    const taken = takeToken(transaction, KIND, token, now);
    const user = taken?.userId ? findActiveUser(transaction, taken.userId) : undefined;
    if (!taken || !user) throw new DomainError('LINK_INVALID');
    const { email } = linkData.parse(taken.data);
    const holder = findUserByEmail(transaction, email);
    if (holder && holder.id !== user.id) throw new DomainError('EMAIL_TAKEN');
    updateConfirmedEmail(transaction, user.id, email, now);
    deleteTokensOfUser(transaction, user.id, KIND);
    if (email !== user.email) {
      // Links that went to the former address open nothing any more.
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

function admitMail({ mailThrottle }: AccountContext, transaction: Queryable, email: string): void {
  if (mailThrottle.admit(transaction, email)) return;
  throw new DomainError('TOO_MANY_REQUESTS', {
    msg: 'This address has been sent several mails. Please look there, or try again in an hour.',
    retryAfter: 3600,
  });
}
