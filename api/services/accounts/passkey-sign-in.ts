import type { PasskeyProof, PasskeyQuestion } from '#contracts/second-factor.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { askForPasskey, ownerOfProof } from './passkeys.ts';
import { ownerOfTicket } from './second-step.ts';
import { type SessionGrant, startSession } from './sessions.ts';

/**
 * Asks for a passkey: any, or with the ticket of a login that wants a second factor, one of theirs.
 * @throws DomainError SIGN_IN_EXPIRED
 */
export async function askForSignIn(
  context: AccountContext,
  ticket: string | undefined,
): Promise<PasskeyQuestion> {
  if (ticket === undefined) return askForPasskey(context, null);
  const { user } = ownerOfTicket(context.database.query, ticket, context.clock());
  return askForPasskey(context, null, user.id);
}

/**
 * Signs in with a passkey, which checked itself who holds it: no password, no second step. As with a
 * password, only who can show it learns that an account is suspended.
 * @throws DomainError PASSKEY_REFUSED, SIGN_IN_EXPIRED, ACCOUNT_SUSPENDED
 */
export async function signInByPasskey(
  context: AccountContext,
  { remember, userAgent, ...proof }: PasskeyProof & { remember: boolean; userAgent: string },
): Promise<SessionGrant> {
  const { database, clock, refreshKey } = context;
  const userId = await ownerOfProof(context, proof, null);
  return database.write((transaction) => {
    const user = findUserById(transaction, userId);
    if (user?.status === 'suspended') throw new DomainError('ACCOUNT_SUSPENDED');
    if (user?.status !== 'active') throw new DomainError('PASSKEY_REFUSED');
    return startSession(transaction, refreshKey, { user, remember, userAgent, now: clock() });
  });
}
