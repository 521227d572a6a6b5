import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import { replaceRecoveryCodes, useRecoveryCode } from '../../db/repositories/recovery-codes.ts';
import { createPublicId } from '../articles/public-id.ts';

const COUNT = 10;

/**
 * Replaces the recovery codes of a user; call it in a transaction.
 * @returns the codes, shown only once, such as `abcd-efgh-jkmn-pqrs`
 */
export function issueRecoveryCodes(transaction: Queryable, userId: number, now: number): string[] {
  const codes = Array.from({ length: COUNT }, () => createPublicId());
  replaceRecoveryCodes(transaction, userId, codes.map(hashOf), now);
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
  return useRecoveryCode(transaction, userId, hashOf(code), now);
}

/** A fast hash is enough for 79 random bits. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
