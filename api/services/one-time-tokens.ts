import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { Queryable } from '../db/database.ts';
import {
  consumeOneTimeToken,
  deleteTokensExpiredBy,
  findOneTimeToken,
  insertOneTimeToken,
} from '../db/repositories/one-time-tokens.ts';
import { hashToken } from './keyring.ts';

/** Lets an invited user set a password. */
export const INVITATION = 'invitation';
/** Sets a new password. */
export const RESET_PASSWORD = 'reset password';
/** Undoes an email change. */
export const REVERT_EMAIL = 'revert email';

/** Lifetime of each kind of token, in milliseconds. */
const lifetimes = {
  'confirm email': 48 * HOUR_MS,
  [RESET_PASSWORD]: HOUR_MS,
  [INVITATION]: 7 * 24 * HOUR_MS,
  [REVERT_EMAIL]: 7 * 24 * HOUR_MS,
  'second factor': 10 * MINUTE_MS,
  oauth: 10 * MINUTE_MS,
  linkedin: 10 * MINUTE_MS,
  'passkey registration': 5 * MINUTE_MS,
  'passkey authentication': 5 * MINUTE_MS,
} as const;
export type TokenKind = keyof typeof lifetimes;

interface Issue {
  kind: TokenKind;
  userId: number | null;
  /** Stored as JSON. */
  data: unknown;
  now: number;
}

/** Only the hash of the token is stored. */
interface IssuedToken {
  token: string;
  expiresAt: number;
}

/**
 * Creates a token; call it in a transaction. A change of the user's password invalidates it, except
 * REVERT_EMAIL: an intruder who changes the address may change the password next.
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
    { hash: hashToken(token), kind, userId, data, createdAt: now, expiresAt },
    kind !== REVERT_EMAIL,
  );
  return { token, expiresAt };
}

/** Returns the data of a token without consuming it, or undefined if it is unknown, used or expired. */
export function peekToken(query: Queryable, kind: TokenKind, token: string, now: number) {
  return findOneTimeToken(query, { hash: hashToken(token), kind, now });
}

export function consumeToken(query: Queryable, kind: TokenKind, token: string, now: number) {
  return consumeOneTimeToken(query, { hash: hashToken(token), kind, now });
}
