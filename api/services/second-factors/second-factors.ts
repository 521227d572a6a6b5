import type { SecondFactorMethod } from '#contracts/second-factor.ts';
import type { Queryable } from '../../db/client.ts';
import { deletePasskeysOfUser, listPasskeys } from '../../db/repositories/passkeys.ts';
import { countRecoveryCodes, deleteRecoveryCodes } from '../../db/repositories/recovery-codes.ts';
import { deleteTotp, findTotp } from '../../db/repositories/totp-secrets.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { notifyOwner } from '../registration/emails.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';

/** Lists the second factors of a user. */
export function secondFactorsOf(query: Queryable, userId: number): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [];
  if (listPasskeys(query, userId).length > 0) methods.push('passkey');
  if (findTotp(query, userId)?.confirmedAt) methods.push('totp');
  if (methods.length > 0 && countRecoveryCodes(query, userId) > 0) methods.push('recovery code');
  return methods;
}

/**
 * Returns a user who may set up second factors. Their address must be confirmed: otherwise someone could
 * register the address of another person, and keep access with a second factor after its owner has taken
 * the account over.
 * @throws DomainError NOT_SIGNED_IN, STATE_CONFLICT
 */
export function ownerForFactor(query: Queryable, userId: number): UserRecord {
  const user = findActiveUser(query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  if (user.emailConfirmedAt === null) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Please confirm your email address first.' });
  }
  return user;
}

type Context = Pick<AccountContext, 'config' | 'clock'>;

/**
 * Distrusts devices, notifies the owner and creates recovery codes after a factor was added; call it in
 * the same transaction.
 * @returns recovery codes, shown only once, or null if the user has some
 */
export function factorAdded(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): string[] | null {
  distrustDevices(transaction, user.id);
  notifyOwner(context, transaction, user, what);
  if (countRecoveryCodes(transaction, user.id) > 0) return null;
  return issueRecoveryCodes(transaction, user.id, context.clock());
}

/**
 * Notifies the owner after a factor was removed, and with the last one removes recovery codes and
 * trusted devices.
 */
export function factorRemoved(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): void {
  notifyOwner(context, transaction, user, what);
  if (secondFactorsOf(transaction, user.id).length > 0) return;
  deleteRecoveryCodes(transaction, user.id);
  distrustDevices(transaction, user.id);
}

/**
 * Replaces the recovery codes of a user.
 * @throws DomainError STATE_CONFLICT if the user has no second factor
 */
export async function renewRecoveryCodes(
  context: AccountContext,
  userId: number,
): Promise<string[]> {
  return context.database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (secondFactorsOf(transaction, userId).length === 0) {
      const msg = 'You will get recovery codes when you set up your first second factor.';
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    notifyOwner(context, transaction, user, 'New recovery codes were made');
    return issueRecoveryCodes(transaction, userId, context.clock());
  });
}

/** Removes all second factors, recovery codes and trusted devices of a user. */
export function removeSecondFactors(transaction: Queryable, userId: number): void {
  deleteTotp(transaction, userId);
  deletePasskeysOfUser(transaction, userId);
  deleteRecoveryCodes(transaction, userId);
  distrustDevices(transaction, userId);
}
