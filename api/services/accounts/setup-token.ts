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

/** Milliseconds a printed link works; a restart prints a fresh one. */
const VALID_MS = 7 * 86_400_000;

type SetupContext = Pick<AppContext, 'database' | 'clock' | 'config'>;

/**
 * While no admin exists, makes a one-time token. Only its hash is stored, so a restart makes
 * another one; all of them die with the first use.
 * @returns the link to print, or null when there is an admin already
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
 * Uses a token up, inside the transaction that makes the admin.
 * @throws DomainError SETUP_TOKEN_INVALID when it is unknown, used or over, or an admin exists
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
