import { z } from 'zod';
import type { RecentFactor } from '#contracts/account.ts';
import type { Queryable } from '../../db/database.ts';
import { deleteTokensBoundToPassword } from '../../db/repositories/one-time-tokens.ts';
import { type RevokedReason, revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/sign-in-methods.ts';
import {
  findActiveUser,
  findUserByEmail,
  type UserRecord,
  updateConfirmedEmail,
  updateInvitedAt,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { consumeToken, INVITATION, peekToken, RESET_PASSWORD } from '../one-time-tokens.ts';
import {
  notifyAccountHolder,
  resetPasswordEmail,
  sendTokenLink,
} from '../registration/account-emails.ts';
import { sendConfirmation } from '../registration/email-address.ts';
import {
  describeRecentFactors,
  listRecentFactors,
  removeRecentFactors,
} from '../second-factors/second-factors.ts';
import type { AccountContext } from '../sessions/sessions.ts';
import { assertStrongPassword, hashPassword, NO_PASSWORD, verifyPassword } from './passwords.ts';

const linkData = z.object({ email: z.string() });

/**
 * Sends a password reset link, if the email address has an account. It runs after the response, so that
 * neither the response nor its time reveals the account.
 */
export async function requestReset(context: AccountContext, email: string): Promise<void> {
  const { database, clock, config, emailLimiter } = context;
  const user = findUserByEmail(database.query, email);
  // Members of the demo content have no real address.
  if (user?.status !== 'active' || user.email.endsWith('.invalid')) return;
  await database.write((transaction) => {
    if (!emailLimiter.admit(transaction, email)) return;
    const recentFactors = describeRecentFactors(transaction, user.id, clock());
    const link = { kind: RESET_PASSWORD, userId: user.id, to: user.email } as const;
    sendTokenLink(context, transaction, link, (token) =>
      resetPasswordEmail(user, config, { token, recentFactors }),
    );
  });
}

/**
 * Returns the sign-in methods added to the account of a reset link in the last 30 days.
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
  /** IP address of the client, for the login limiter. */
  ipAddress: string;
}

/**
 * Sets a new password with the token of a reset link or an invitation, and revokes all sessions.
 * @returns `first`, true if the account had no password
 * @throws DomainError LINK_INVALID, VALIDATION (common password), BUSY
 */
export async function resetPassword(
  context: AccountContext,
  { token, password, removeFactors, ipAddress }: Reset,
): Promise<{ first: boolean }> {
  const { database, clock } = context;
  const { kind, user } = findLink(database.query, token, clock());
  assertStrongPassword(password, user);
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write((transaction) => {
    // Checked again, because the link may have been used while the password was hashed.
    const owner = ownerOfLink(transaction, consumeToken(transaction, kind, token, now));
    // Following the link proves access to the mailbox.
    if (owner.emailConfirmedAt === null) {
      updateConfirmedEmail(transaction, owner.id, owner.email, now);
    }
    const details = removeRecentFactors(transaction, owner.id, { ids: removeFactors, now });
    const reason = 'password reset';
    setPassword(context, transaction, owner, { passwordHash, now, reason, details });
  });
  await context.loginLimiter.forgive({ ipAddress, email: user.email });
  return { first: user.passwordHash === NO_PASSWORD };
}

/** Returns the account of a link without consuming it. @throws DomainError LINK_INVALID */
function findLink(query: Queryable, token: string, now: number) {
  const kind = peekToken(query, INVITATION, token, now) ? INVITATION : RESET_PASSWORD;
  return { kind, user: ownerOfLink(query, peekToken(query, kind, token, now)) } as const;
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
  /** Session to keep; all others are revoked. */
  sessionId: string;
  currentPassword: string;
  password: string;
  /** IP address of the client, for the login limiter. */
  ipAddress: string;
}

/**
 * Changes the password of a user, and revokes all other sessions.
 * @throws DomainError VALIDATION (wrong or common password), TOO_MANY_REQUESTS, BUSY
 */
export async function changePassword(
  context: AccountContext,
  { userId, sessionId, currentPassword, password, ipAddress }: PasswordChange,
): Promise<void> {
  const { database, clock } = context;
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  await assertPassword(context, user, {
    password: currentPassword,
    sessionId,
    ipAddress,
    field: 'currentPassword',
  });
  assertStrongPassword(password, user);
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write((transaction) => {
    setPassword(context, transaction, user, {
      passwordHash,
      now,
      reason: 'password changed',
      exceptId: sessionId,
    });
    // The change has invalidated the confirmation link.
    if (user.emailConfirmedAt === null) {
      sendConfirmation(context, transaction, user, user.email);
    }
  });
}

interface PasswordClaim {
  password: string;
  sessionId: string;
  ipAddress: string;
  /** Field of the form that shows the error. */
  field: string;
}

/**
 * Checks the password of a signed-in user. The session counts as a known device, so attempts of others
 * do not use up its limit.
 * @throws DomainError VALIDATION at that field, TOO_MANY_REQUESTS, BUSY
 */
export async function assertPassword(
  { loginLimiter }: AccountContext,
  user: UserRecord,
  { password, sessionId, ipAddress, field }: PasswordClaim,
): Promise<void> {
  const attempt = await loginLimiter.admit({ ipAddress, email: user.email, device: sessionId });
  const right = await verifyPassword(password, user.passwordHash).catch(async (error) => {
    await attempt.unchecked();
    throw error;
  });
  if (!right) {
    const errorText = 'This is not your password.';
    throw fieldError(field, errorText);
  }
  await attempt.succeeded();
}

interface NewPassword {
  passwordHash: string;
  now: number;
  reason: RevokedReason;
  /** Session to keep, if any. */
  exceptId?: string;
  /** Further paragraphs of the email to the owner. */
  details?: string[];
}

/** Stores a new password, revokes sessions, tokens and trusted devices, and notifies the account holder. */
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
  notifyAccountHolder(context, transaction, {
    to: user,
    what: 'Your password was changed',
    details,
  });
}
