import type { RecentFactor } from '#contracts/account.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteCodeHostAccountOf,
  listCodeHostAccountsOf,
} from '../../db/repositories/oauth-accounts.ts';
import { deletePasskey, listPasskeys } from '../../db/repositories/passkeys.ts';
import { deleteRecoveryCodes } from '../../db/repositories/recovery-codes.ts';
import { deleteTotp, findTotp } from '../../db/repositories/totp-secrets.ts';
import { secondFactorsOf } from './second-factors.ts';

/** Age up to which a password reset lists a factor, in milliseconds. */
const RECENT_MS = 30 * 86_400_000;

interface Factor extends RecentFactor {
  remove(transaction: Queryable): void;
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
    ...listCodeHostAccountsOf(query, userId).map(({ host, login, linkedAt }) => ({
      _id: `account ${host}`,
      kind: 'linked account' as const,
      name: `Account “${login}” of ${host}`,
      at: linkedAt,
      remove: (transaction: Queryable) => void deleteCodeHostAccountOf(transaction, userId, host),
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

const namesOf = (factors: Factor[]) =>
  factors.map(({ name, addedAt }) => `${name} (${addedAt.slice(0, 10)})`).join(', ');
