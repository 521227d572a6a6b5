import type { PasskeyProof, PasskeyQuestion } from '#contracts/second-factor.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { createPasskeyAuthentication, verifyPasskey } from './passkeys.ts';
import { ownerOfSignInToken } from './second-factor-sign-in.ts';

/**
 * Creates the WebAuthn options of a sign-in: for any passkey, or as second factor for those of one user.
 * @throws DomainError SIGN_IN_EXPIRED
 */
export async function createPasskeySignIn(
  context: AccountContext,
  ticket: string | undefined,
): Promise<PasskeyQuestion> {
  if (ticket === undefined) return createPasskeyAuthentication(context, null);
  const { user } = ownerOfSignInToken(context.database.query, ticket, context.clock());
  return createPasskeyAuthentication(context, null, user.id);
}

/**
 * Signs in with a passkey, without password or second factor, because the authenticator verifies its
 * user. Only a caller with a valid passkey learns that an account is suspended.
 * @throws DomainError PASSKEY_REFUSED, SIGN_IN_EXPIRED, ACCOUNT_SUSPENDED
 */
export async function signInByPasskey(
  context: AccountContext,
  { remember, userAgent, ...proof }: PasskeyProof & { remember: boolean; userAgent: string },
): Promise<SessionGrant> {
  const { database, clock, refreshKey } = context;
  const userId = await verifyPasskey(context, proof, null);
  return database.write((transaction) => {
    const user = findUserById(transaction, userId);
    if (user?.status === 'suspended') throw new DomainError('ACCOUNT_SUSPENDED');
    if (user?.status !== 'active') throw new DomainError('PASSKEY_REFUSED');
    return startSession(transaction, refreshKey, { user, remember, userAgent, now: clock() });
  });
}
