import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import {
  deleteTokensExpiredBy,
  findOneTimeToken,
  insertOneTimeToken,
  takeOneTimeToken,
} from '../../db/repositories/one-time-tokens.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Opens an account that an admin has made for somebody. */
export const INVITATION = 'invitation';
/** Sets a new password. */
export const RESET_PASSWORD = 'reset password';
/** Returns an account to the address it had before an email change. */
export const REVERT_EMAIL = 'revert email';

/** What a token opens, and how long it works. Milliseconds. */
const lifetimes = {
  'confirm email': 48 * HOUR_MS,
  [RESET_PASSWORD]: HOUR_MS,
  [INVITATION]: 7 * 24 * HOUR_MS,
  [REVERT_EMAIL]: 7 * 24 * HOUR_MS,
  'second factor': 10 * MINUTE_MS,
  'code host': 10 * MINUTE_MS,
  linkedin: 10 * MINUTE_MS,
  'passkey registration': 5 * MINUTE_MS,
  'passkey proof': 5 * MINUTE_MS,
} as const;
export type TokenKind = keyof typeof lifetimes;

interface Issue {
  kind: TokenKind;
  userId: number | null;
  /** What belongs to it, as JSON. */
  data: unknown;
  now: number;
}

/** What is returned is stored nowhere else. */
interface IssuedToken {
  token: string;
  expiresAt: number;
}

/**
 * Makes a token inside the caller's transaction. It is invalid once the user's password changes,
 * except for REVERT_EMAIL: an intruder who changes the address may change the password next.
 */
export function issueToken(
  transaction: Queryable,
  { kind, userId, data, now }: Issue,
): IssuedToken {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + lifetimes[kind];
  deleteTokensExpiredBy(transaction, now);
  insertOneTimeToken(
    transaction,
    { hash: hashOf(token), kind, userId, data, createdAt: now, expiresAt },
    kind !== REVERT_EMAIL,
  );
  return { token, expiresAt };
}

/** What a token stands for, or undefined when it is unknown, used or too old. It stays usable. */
export function lookAtToken(query: Queryable, kind: TokenKind, token: string, now: number) {
  return findOneTimeToken(query, { hash: hashOf(token), kind, now });
}

/** As lookAtToken, and uses it up. */
export function takeToken(query: Queryable, kind: TokenKind, token: string, now: number) {
  return takeOneTimeToken(query, { hash: hashOf(token), kind, now });
}

/** A fast hash is enough for 256 random bits. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
