import { confirmSession } from '../db/repositories/sessions.ts';
import { findActiveUser } from '../db/repositories/users.ts';
import { DomainError } from '../errors.ts';
import type { AccountContext } from './accounts-context.ts';
import { refuseWrongPassword } from './accounts-passwords.ts';

/** Milliseconds after which what is dangerous asks again who is there. */
export const CONFIRMED_MS = 10 * 60_000;

interface Claim {
  userId: number;
  sessionId: string;
  password: string;
  /** Where it comes from, for the guard against guessing. */
  address: string;
}

/** @throws DomainError VALIDATION at the field `password`, TOO_MANY_REQUESTS, BUSY */
export async function confirmByPassword(context: AccountContext, claim: Claim): Promise<void> {
  const { database, clock } = context;
  const user = findActiveUser(database.query, claim.userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  await refuseWrongPassword(context, user, { ...claim, field: 'password' });
  const now = clock();
  await database.write((transaction) => confirmSession(transaction, claim.sessionId, now));
}
