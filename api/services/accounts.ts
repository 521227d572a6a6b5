import { ROLE_BASIC } from '#contracts/user.ts';
import type { AppContext } from '../context.ts';
import { revokeSessionsOfUser } from '../db/repositories/sessions.ts';
import {
  findActiveUser,
  findUserByEmail,
  insertUser,
  updatePasswordHash,
} from '../db/repositories/users.ts';
import { DomainError } from '../errors.ts';
import type { LoginGuard } from './accounts-login-guard.ts';
import { insertAdmin } from './owner.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { refuseWeakPassword } from './passwords-common.ts';
import { createPublicId } from './public-id.ts';
import { type SessionGrant, startSession } from './sessions.ts';
import { useSetupToken } from './setup-token.ts';

/** What account services need besides their input: `refreshKey` signs refresh tokens. */
export interface AccountContext extends Pick<AppContext, 'database' | 'clock'> {
  refreshKey: Buffer;
}

interface Registration {
  name: string;
  email: string;
  password: string;
  /** The one-time set-up token; whoever has it becomes the first admin. */
  setupToken: string | null;
  userAgent: string;
}

/**
 * Makes an account and signs it in.
 * @throws DomainError VALIDATION (common password), EMAIL_TAKEN, SETUP_TOKEN_INVALID, BUSY
 */
export async function register(
  context: AccountContext,
  { name, email, password, setupToken, userAgent }: Registration,
): Promise<SessionGrant> {
  refuseWeakPassword(password, { name, email });
  if (findUserByEmail(context.database.query, email)) throw new DomainError('EMAIL_TAKEN');
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.write((transaction) => {
    // Once more, since somebody may have been quicker while the password was hashed.
    if (findUserByEmail(transaction, email)) throw new DomainError('EMAIL_TAKEN');
    if (setupToken) useSetupToken(transaction, setupToken, now);
    const account = { publicId: createPublicId(), email, name, passwordHash, createdAt: now };
    const user = setupToken
      ? insertAdmin(context, transaction, account)
      : insertUser(transaction, { ...account, role: ROLE_BASIC });
    const options = { user, remember: false, userAgent, now };
    return startSession(transaction, context.refreshKey, options);
  });
}

interface SignIn {
  email: string;
  password: string;
  remember: boolean;
  /** Where it comes from, for the guard against guessing. */
  address: string;
  device: string | null;
  userAgent: string;
}

/**
 * Signs in with e-mail and password. Takes the same time and gives the same answer whether the
 * account is unknown, suspended or the password is wrong.
 * @throws DomainError WRONG_CREDENTIALS, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  context: AccountContext,
  guard: LoginGuard,
  { email, password, remember, address, device, userAgent }: SignIn,
): Promise<SessionGrant> {
  const attempt = guard.admit({ address, email, device });
  const found = findUserByEmail(context.database.query, email);
  const known = found?.status === 'active' ? found : undefined;
  const right = await verifyPassword(password, known?.passwordHash ?? null).catch((error) => {
    attempt.unchecked();
    throw error;
  });
  if (!known || !right) throw new DomainError('WRONG_CREDENTIALS');
  const now = context.clock();
  const grant = await context.database.write((transaction) => {
    const user = findActiveUser(transaction, known.id);
    // Suspended, or given another password, while this one was being checked.
    if (user?.passwordHash !== known.passwordHash) throw new DomainError('WRONG_CREDENTIALS');
    return startSession(transaction, context.refreshKey, { user, remember, userAgent, now });
  });
  attempt.succeeded();
  return grant;
}

interface PasswordChange {
  userId: number;
  /** The session that stays; every other one ends. */
  sessionId: string;
  currentPassword: string;
  newPassword: string;
}

/**
 * Gives a user a new password and signs out all their other devices.
 * @throws DomainError WRONG_CREDENTIALS, VALIDATION (common password), BUSY
 */
export async function changePassword(
  context: Pick<AppContext, 'database' | 'clock'>,
  { userId, sessionId, currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const user = findActiveUser(context.database.query, userId);
  if (!(await verifyPassword(currentPassword, user?.passwordHash ?? null)) || !user) {
    throw new DomainError('WRONG_CREDENTIALS');
  }
  refuseWeakPassword(newPassword, user);
  const passwordHash = await hashPassword(newPassword);
  const now = context.clock();
  await context.database.write((transaction) => {
    updatePasswordHash(transaction, userId, passwordHash, now);
    revokeSessionsOfUser(transaction, userId, 'password changed', now, sessionId);
  });
}
