import { findActiveUser, findUserByEmail } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { requireSecondFactor } from '../second-factors/second-factor-sign-in.ts';
import { type SessionGrant, startSession } from './sessions.ts';

interface SignIn {
  email: string;
  password: string;
  remember: boolean;
  /** IP address of the client, for the login limiter. */
  address: string;
  device: string | null;
  userAgent: string;
}

/**
 * Signs in with email and password. An unknown account and a wrong password take the same time and
 * give the same error. Only a caller with the right password learns that an account is suspended.
 * @throws DomainError WRONG_CREDENTIALS, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED,
 *   TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  context: AccountContext,
  { email, password, remember, address, device, userAgent }: SignIn,
): Promise<SessionGrant> {
  const attempt = await context.loginLimiter.admit({ address, email, device });
  const found = findUserByEmail(context.database.query, email);
  const account = found?.status === 'active' || found?.status === 'suspended' ? found : undefined;
  const right = await verifyPassword(password, account?.passwordHash ?? null).catch(
    async (error) => {
      await attempt.unchecked();
      throw error;
    },
  );
  if (!account || !right) throw new DomainError('WRONG_CREDENTIALS');
  if (account.status === 'suspended') {
    await attempt.succeeded();
    throw new DomainError('ACCOUNT_SUSPENDED');
  }
  const now = context.clock();
  await requireSecondFactor(context, account, { device, remember }).catch(async (error) => {
    await attempt.succeeded();
    throw error;
  });
  const grant = await context.database.write((transaction) => {
    const user = findActiveUser(transaction, account.id);
    // The account may have been suspended, or its password changed, during the check.
    if (user?.passwordHash !== account.passwordHash) throw new DomainError('WRONG_CREDENTIALS');
    return startSession(transaction, context.refreshKey, { user, remember, userAgent, now });
  });
  await attempt.succeeded();
  return grant;
}
