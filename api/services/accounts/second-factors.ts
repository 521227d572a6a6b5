import type { SecondFactorMethod } from '#contracts/second-factor.ts';
import type { Queryable } from '../../db/client.ts';
import { deletePasskeysOfUser, listPasskeys } from '../../db/repositories/passkeys.ts';
import { countRecoveryCodes, deleteRecoveryCodes } from '../../db/repositories/recovery-codes.ts';
import { deleteTotp, findTotp } from '../../db/repositories/totp-secrets.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { tellOwner } from './letters.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';

/** By what a user can show, beside the password, that it is them; nothing when they set nothing up. */
export function secondFactorsOf(query: Queryable, userId: number): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [];
  if (listPasskeys(query, userId).length > 0) methods.push('passkey');
  if (findTotp(query, userId)?.confirmedAt) methods.push('totp');
  if (methods.length > 0 && countRecoveryCodes(query, userId) > 0) methods.push('recovery code');
  return methods;
}

/**
 * Who sets up a second factor must have shown whose address it is: else somebody could register
 * another's address, and stay in with a factor of their own once the owner took the account over.
 * @throws DomainError NOT_SIGNED_IN, STATE_CONFLICT
 */
export function ownerForFactor(query: Queryable, userId: number): UserRecord {
  const user = findActiveUser(query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  if (user.emailConfirmedAt === null) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Please confirm your e-mail address first.' });
  }
  return user;
}

type Context = Pick<AccountContext, 'config' | 'clock'>;

/**
 * After a factor was added: other devices are asked for it from now on, and the first one comes with
 * recovery codes. Belongs in the transaction.
 * @returns the codes, shown this once; null when there are some already
 */
export function factorAdded(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): string[] | null {
  distrustDevices(transaction, user.id);
  tellOwner(context, transaction, user, what);
  if (countRecoveryCodes(transaction, user.id) > 0) return null;
  return issueRecoveryCodes(transaction, user.id, context.clock());
}

/** After a factor was removed: with the last one, what hangs on it goes. */
export function factorRemoved(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): void {
  tellOwner(context, transaction, user, what);
  if (secondFactorsOf(transaction, user.id).length > 0) return;
  deleteRecoveryCodes(transaction, user.id);
  distrustDevices(transaction, user.id);
}

/**
 * New recovery codes in the place of all earlier ones.
 * @throws DomainError STATE_CONFLICT while there is nothing to recover from
 */
export async function renewRecoveryCodes(
  context: AccountContext,
  userId: number,
): Promise<string[]> {
  return context.database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (secondFactorsOf(transaction, userId).length === 0) {
      const msg = 'Recovery codes come with your first second factor.';
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    tellOwner(context, transaction, user, 'New recovery codes were made');
    return issueRecoveryCodes(transaction, userId, context.clock());
  });
}

/** Removes all second factors of a user, and what hangs on them. */
export function removeSecondFactors(transaction: Queryable, userId: number): void {
  deleteTotp(transaction, userId);
  deletePasskeysOfUser(transaction, userId);
  deleteRecoveryCodes(transaction, userId);
  distrustDevices(transaction, userId);
}
