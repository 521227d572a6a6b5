import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteSetupTokensExpiredBy,
  insertSetupToken,
  listOpenSetupTokens,
  markSetupTokenUsed,
} from '../../db/repositories/setup-tokens.ts';
import { adminExists } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';

/** Lifetime of a set-up link, in milliseconds; each start prints a new one. */
const VALID_MS = 7 * 86_400_000;

type SetupContext = Pick<AppContext, 'database' | 'clock' | 'config'>;

/**
 * Creates a one-time set-up token, unless there is an admin. Only its hash is stored, so each start
 * creates another one; the first use invalidates all.
 * @returns the link to print, or null if there is an admin
 */
export async function ensureSetupToken(context: SetupContext): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const now = context.clock();
  const made = await context.database.write((transaction) => {
    deleteSetupTokensExpiredBy(transaction, now);
    if (adminExists(transaction)) return false;
    insertSetupToken(transaction, {
      hash: hashOf(token).toString('hex'),
      createdAt: now,
      expiresAt: now + VALID_MS,
    });
    return true;
  });
  return made ? `${context.config.siteUrl}/register#setup=${token}` : null;
}

/**
 * Consumes a set-up token; call it in the transaction that creates the admin.
 * @throws DomainError SETUP_TOKEN_INVALID if it is unknown, used or expired, or if there is an admin
 */
export function useSetupToken(transaction: Queryable, token: string, now: number): void {
  const given = hashOf(token);
  const found = listOpenSetupTokens(transaction, now).filter((hash) =>
    timingSafeEqual(Buffer.from(hash, 'hex'), given),
  );
  if (!found[0] || adminExists(transaction)) throw new DomainError('SETUP_TOKEN_INVALID');
  markSetupTokenUsed(transaction, found[0], now);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
