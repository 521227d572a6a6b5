import { z } from 'zod';
import type { RecentFactor } from '#contracts/account.ts';
import type { Queryable } from '../../db/client.ts';
import { deleteTokensBoundToPassword } from '../../db/repositories/one-time-tokens.ts';
import { type RevokedReason, revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import {
  findActiveUser,
  findUserByEmail,
  type UserRecord,
  updateConfirmedEmail,
  updateInvitedAt,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { AccountContext } from './context.ts';
import { sendConfirmation } from './email.ts';
import { resetPasswordLetter, tellOwner } from './letters.ts';
import {
  INVITATION,
  issueToken,
  lookAtToken,
  RESET_PASSWORD,
  takeToken,
} from './one-time-tokens.ts';
import { hashPassword, NO_PASSWORD, verifyPassword } from './passwords.ts';
import { refuseWeakPassword } from './passwords-common.ts';
import { describeRecentFactors, listRecentFactors, removeRecentFactors } from './recent-factors.ts';

const linkData = z.object({ email: z.string() });

/**
 * Sends a link to a new password where the e-mail has an account. Runs after the caller has
 * answered, so that neither the answer nor its time tells whether there is one.
 */
export async function requestReset(context: AccountContext, email: string): Promise<void> {
  const { database, clock, config, mailThrottle } = context;
  const user = findUserByEmail(database.query, email);
  // Members of the demo content have an address that nobody reads.
  if (user?.status !== 'active' || user.email.endsWith('.invalid')) return;
  await database.write((transaction) => {
    if (!mailThrottle.admit(transaction, email)) return;
    const now = clock();
    const { token, expiresAt } = issueToken(transaction, {
      kind: RESET_PASSWORD,
      userId: user.id,
      data: { email: user.email },
      now,
    });
    const recentFactors = describeRecentFactors(transaction, user.id, now);
    const letter = resetPasswordLetter(user, config, { token, recentFactors });
    const mail = { kind: 'account', to: user.email, letter, usefulUntil: expiresAt } as const;
    enqueueMail(transaction, context, mail);
  });
}

/**
 * Returns what was added to the account of a reset link in the last 30 days to sign in with.
 * @throws DomainError LINK_INVALID
 */
export function readRecentFactors(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  token: string,
): RecentFactor[] {
  const { user } = findLink(database.query, token, clock());
  return listRecentFactors(database.query, user.id, clock()).map(
    ({ remove: _, ...factor }) => factor,
  );
}

interface Reset {
  token: string;
  password: string;
  /** Ids of recently added factors to remove. */
  removeFactors: readonly string[];
  /** Client address, for the guard against guessing. */
  address: string;
}

/**
 * Gives the owner of a link's mailbox a new password and signs out every device; an invitation is
 * accepted with it.
 * @returns whether it was their first
 * @throws DomainError LINK_INVALID, VALIDATION (common password), BUSY
 */
export async function resetPassword(
  context: AccountContext,
  { token, password, removeFactors, address }: Reset,
): Promise<{ first: boolean }> {
  const { database, clock } = context;
  const { kind, user } = findLink(database.query, token, clock());
  refuseWeakPassword(password, user);
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write((transaction) => {
    // Once more: the link may have been used while the password was hashed.
    const owner = ownerOfLink(transaction, takeToken(transaction, kind, token, now));
    // Who reads the mailbox has shown that the address is theirs.
    if (owner.emailConfirmedAt === null) {
      updateConfirmedEmail(transaction, owner.id, owner.email, now);
    }
    const details = removeRecentFactors(transaction, owner.id, { ids: removeFactors, now });
    const reason = 'password reset';
    setPassword(context, transaction, owner, { passwordHash, now, reason, details });
  });
  await context.guard.forgive({ address, email: user.email });
  return { first: user.passwordHash === NO_PASSWORD };
}

/** The account that a link leads to; it stays usable. @throws DomainError LINK_INVALID */
function findLink(query: Queryable, token: string, now: number) {
  const kind = lookAtToken(query, INVITATION, token, now) ? INVITATION : RESET_PASSWORD;
  return { kind, user: ownerOfLink(query, lookAtToken(query, kind, token, now)) } as const;
}

function ownerOfLink(
  query: Queryable,
  link: { userId: number | null; data: unknown } | undefined,
): UserRecord {
  const user = link?.userId ? findActiveUser(query, link.userId) : undefined;
  if (!link || user?.email !== linkData.parse(link.data).email) {
    throw new DomainError('LINK_INVALID');
  }
  return user;
}

interface PasswordChange {
  userId: number;
  /** The session that stays; every other one ends. */
  sessionId: string;
  currentPassword: string;
  password: string;
  /** Where it comes from, for the guard against guessing. */
  address: string;
}

/**
 * Gives a user a new password and signs out all their other devices.
 * @throws DomainError VALIDATION (wrong or common password), TOO_MANY_REQUESTS, BUSY
 */
export async function changePassword(
  context: AccountContext,
  { userId, sessionId, currentPassword, password, address }: PasswordChange,
): Promise<void> {
  const { database, clock } = context;
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  await refuseWrongPassword(context, user, {
    password: currentPassword,
    sessionId,
    address,
    field: 'currentPassword',
  });
  refuseWeakPassword(password, user);
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write((transaction) => {
    setPassword(context, transaction, user, {
      passwordHash,
      now,
      reason: 'password changed',
      exceptId: sessionId,
    });
    // The link that confirms the address has just become invalid.
    if (user.emailConfirmedAt === null) {
      sendConfirmation(context, transaction, user, user.email);
    }
  });
}

interface PasswordClaim {
  password: string;
  sessionId: string;
  address: string;
  /** Where the form shows what is wrong. */
  field: string;
}

/**
 * Checks the password of who is signed in. A session is as good as a known device: strangers cannot
 * use up its guesses.
 * @throws DomainError VALIDATION at that field, TOO_MANY_REQUESTS, BUSY
 */
export async function refuseWrongPassword(
  { guard }: AccountContext,
  user: UserRecord,
  { password, sessionId, address, field }: PasswordClaim,
): Promise<void> {
  const attempt = await guard.admit({ address, email: user.email, device: sessionId });
  const right = await verifyPassword(password, user.passwordHash).catch(async (error) => {
    await attempt.unchecked();
    throw error;
  });
  if (!right) {
    const sentence = 'This is not your password.';
    throw new DomainError('VALIDATION', { msg: sentence, fields: { [field]: sentence } });
  }
  await attempt.succeeded();
}

interface NewPassword {
  passwordHash: string;
  now: number;
  reason: RevokedReason;
  /** The session that stays, if one does. */
  exceptId?: string;
  /** Further paragraphs of the email to the owner. */
  details?: string[];
}

/** What every new password means: other devices are out, open links dead, the owner told. */
function setPassword(
  context: AccountContext,
  transaction: Queryable,
  user: UserRecord,
  { passwordHash, now, reason, exceptId, details }: NewPassword,
): void {
  updatePasswordHash(transaction, user.id, passwordHash, now);
  revokeSessionsOfUser(transaction, user.id, reason, now, exceptId);
  deleteTokensBoundToPassword(transaction, user.id);
  if (user.invitedAt !== null) updateInvitedAt(transaction, user.id, null);
  distrustDevices(transaction, user.id);
  if (user.passwordHash === NO_PASSWORD) return;
  tellOwner(context, transaction, user, 'Your password was changed', details);
}
