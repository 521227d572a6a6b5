import type { RecentFactor } from '#contracts/account.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { SecondFactorMethod } from '#contracts/session.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import {
  countRecoveryCodes,
  deleteOAuthAccountOf,
  deletePasskey,
  deletePasskeysOfUser,
  deleteRecoveryCodes,
  deleteTotp,
  distrustDevices,
  findTotp,
  listOAuthAccountsOf,
  listPasskeys,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../../db/repositories/sign-in-methods.ts';
import { readSetting, upsertSetting } from '../../db/repositories/site.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { hashToken } from '../keyring.ts';
import { notifyAccountHolder } from '../registration/account-emails.ts';
import type { AccountContext } from '../sessions/sessions.ts';

/** Age up to which a password reset lists a factor, in milliseconds. */
const RECENT_MS = 30 * DAY_MS;

interface Factor extends RecentFactor {
  remove(transaction: Queryable): void;
}

const namesOf = (factors: Factor[]) =>
  factors.map(({ name, addedAt }) => `${name} (${addedAt.slice(0, 10)})`).join(', ');

/** The query of the session owner uses this name, too. */
const SECOND_FACTOR_SETTING = 'admins-need-second-factor';

const RECOVERY_CODE_COUNT = 10;

export function secondFactorsOf(query: Queryable, userId: number): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [];
  if (listPasskeys(query, userId).length > 0) methods.push('passkey');
  if (findTotp(query, userId)?.confirmedAt) methods.push('totp');
  if (methods.length > 0 && countRecoveryCodes(query, userId) > 0) methods.push('recovery code');
  return methods;
}

/**
 * Returns a user who may set up second factors. Their address must be confirmed: otherwise someone could register the
 * address of another person, and keep access with a second factor after its owner has taken the account over.
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
 * Distrusts devices, notifies the account holder and creates recovery codes after a factor was added; call it
 * in the same transaction.
 * @returns recovery codes, shown only once, or null if the user has some
 */
export function handleFactorAdded(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): string[] | null {
  distrustDevices(transaction, user.id);
  notifyAccountHolder(context, transaction, { to: user, what });
  if (countRecoveryCodes(transaction, user.id) > 0) return null;
  return issueRecoveryCodes(transaction, user.id, context.clock());
}

/**
 * Notifies the account holder after a factor was removed, and with the last one removes recovery codes and
 * trusted devices.
 */
export function handleFactorRemoved(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  what: string,
): void {
  notifyAccountHolder(context, transaction, { to: user, what });
  if (secondFactorsOf(transaction, user.id).length > 0) return;
  deleteRecoveryCodes(transaction, user.id);
  distrustDevices(transaction, user.id);
}

/** Replaces the recovery codes of a user. @throws DomainError STATE_CONFLICT if the user has no second factor */
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
    notifyAccountHolder(context, transaction, { to: user, what: 'New recovery codes were made' });
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

/**
 * Replaces the recovery codes of a user; call it in a transaction.
 * @returns the codes, shown only once, such as `abcd-efgh-jkmn-pqrs`
 */
function issueRecoveryCodes(transaction: Queryable, userId: number, now: number): string[] {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => createPublicId());
  replaceRecoveryCodes(transaction, userId, codes.map(hashToken), now);
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Consumes a recovery code in any notation. @returns false if it is wrong or already used */
export function consumeRecoveryCode(
  transaction: Queryable,
  userId: number,
  typed: string,
  now: number,
): boolean {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return useRecoveryCode(transaction, userId, hashToken(code), now);
}

/** True if admins need a second factor to use their admin rights. */
export function adminsNeedSecondFactor(query: Queryable): boolean {
  return readSetting(query, SECOND_FACTOR_SETTING) === true;
}

/** @throws DomainError STATE_CONFLICT if the policy would lock out the caller */
export function preventSelfLockout(query: Queryable, userId: number): void {
  if (secondFactorsOf(query, userId).length > 0) return;
  const msg = 'Please set up a second factor for your account first.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

/** Sets the second-factor policy for admins. @throws DomainError STATE_CONFLICT, see preventSelfLockout */
export async function setSecondFactorPolicy(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  required: boolean,
): Promise<void> {
  await database.write((transaction) => {
    if (required) preventSelfLockout(transaction, userId);
    upsertSetting(transaction, SECOND_FACTOR_SETTING, required, clock());
    addAuditDetails({ [SECOND_FACTOR_SETTING]: String(required) });
  });
}

/** Lists the sign-in methods added to an account in the last 30 days, newest first. */
export function listRecentFactors(query: Queryable, userId: number, now: number): Factor[] {
  const totp = findTotp(query, userId);
  const factors: (Omit<Factor, 'addedAt'> & { at: number | null })[] = [
    ...listPasskeys(query, userId).map(({ publicId, name, createdAt }) => ({
      _id: `passkey ${publicId}`,
      kind: 'passkey' as const,
      name: `Passkey “${name}”`,
      at: createdAt,
      remove: (transaction: Queryable) => void deletePasskey(transaction, { userId, publicId }),
    })),
    ...listOAuthAccountsOf(query, userId).map(({ host, login, linkedAt }) => ({
      _id: `account ${host}`,
      kind: 'linked account' as const,
      name: `Account “${login}” of ${host}`,
      at: linkedAt,
      remove: (transaction: Queryable) => void deleteOAuthAccountOf(transaction, userId, host),
    })),
    {
      _id: 'totp',
      kind: 'totp',
      name: 'Codes of an authenticator app',
      at: totp?.confirmedAt ?? null,
      remove: (transaction) => deleteTotp(transaction, userId),
    },
  ];
  return factors
    .flatMap(({ at, ...factor }) =>
      at !== null && at > now - RECENT_MS
        ? [{ ...factor, addedAt: new Date(at).toISOString() }]
        : [],
    )
    .toSorted((one, other) => other.addedAt.localeCompare(one.addedAt));
}

/**
 * Removes some of the recently added sign-in methods; call it in a transaction.
 * @returns sentences for the owner about removed and kept methods
 */
export function removeRecentFactors(
  transaction: Queryable,
  userId: number,
  { ids, now }: { ids: readonly string[]; now: number },
): string[] {
  const recent = listRecentFactors(transaction, userId, now);
  const removed = recent.filter(({ _id }) => ids.includes(_id));
  for (const factor of removed) factor.remove(transaction);
  if (removed.length > 0 && secondFactorsOf(transaction, userId).length === 0) {
    deleteRecoveryCodes(transaction, userId);
  }
  const remaining = recent.filter(({ _id }) => !ids.includes(_id));
  return [
    ...(removed.length > 0 ? [`Removed with it: ${namesOf(removed)}.`] : []),
    ...(remaining.length > 0
      ? [
          `Added in the last 30 days and still valid: ${namesOf(remaining)}. On your account page, remove anything you did not add.`,
        ]
      : []),
  ];
}

/** Returns sentences about the recent sign-in methods for the reset email. */
export function describeRecentFactors(query: Queryable, userId: number, now: number): string[] {
  const recent = listRecentFactors(query, userId, now);
  if (recent.length === 0) return [];
  return [
    `Added to your account in the last 30 days: ${namesOf(recent)}. You can remove anything you did not add on the page.`,
  ];
}
