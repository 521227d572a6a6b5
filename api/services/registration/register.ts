import { ROLE_BASIC } from '#contracts/user.ts';
import type { Queryable } from '../../db/client.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { findUserByEmail, insertUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { createPublicId } from '../articles/public-id.ts';
import { assertStrongPassword } from '../passwords/common-passwords.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { createAdminAccount } from './create-admin.ts';
import { displaceUnconfirmed } from './displace-unconfirmed.ts';
import { sendConfirmation } from './email.ts';
import { useSetupToken } from './setup-token.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
  /** One-time set-up token, which makes the account the first admin. */
  setupToken: string | null;
  userAgent: string;
}

/**
 * Creates an account, sends the email that confirms its address, and signs it in.
 * @throws DomainError VALIDATION (common password), EMAIL_TAKEN, SETUP_TOKEN_INVALID,
 *   REGISTRATION_CLOSED, BUSY
 */
export async function register(
  context: AccountContext,
  { name, email, password, setupToken, userAgent }: Registration,
): Promise<SessionGrant> {
  if (!setupToken && !settingOf(context.database, 'open-registration')) {
    throw new DomainError('REGISTRATION_CLOSED');
  }
  assertStrongPassword(password, { name, email });
  assertEmailAvailable(context.database.query, email, setupToken);
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.write((transaction) => {
    // Checked again, because another registration may have ended while the password was hashed.
    const unconfirmed = assertEmailAvailable(transaction, email, setupToken);
    if (setupToken) useSetupToken(transaction, setupToken, now);
    if (unconfirmed) displaceUnconfirmed(transaction, unconfirmed, now);
    const account = { publicId: createPublicId(), email, name, passwordHash, createdAt: now };
    // The set-up token proves access to the server, so the address counts as confirmed.
    const owner = { ...account, emailConfirmedAt: now };
    const user = setupToken
      ? createAdminAccount(context, transaction, owner)
      : insertUser(transaction, { ...account, role: ROLE_BASIC });
    if (!setupToken) sendConfirmation(context, transaction, user, email);
    const options = { user, remember: false, userAgent, now };
    return startSession(transaction, context.refreshKey, options);
  });
}

/**
 * Checks that an email address can be registered.
 * @returns an account that never confirmed the address, and loses it to the owner of the set-up token
 * @throws DomainError EMAIL_TAKEN
 */
function assertEmailAvailable(query: Queryable, email: string, setupToken: string | null) {
  const user = findUserByEmail(query, email);
  if (user && (!setupToken || user.emailConfirmedAt !== null)) {
    throw new DomainError('EMAIL_TAKEN');
  }
  return user;
}
