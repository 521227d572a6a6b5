import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  deleteSessionsExpiredBefore,
  findSession,
  insertSession,
  revokeSession,
  rotateSession,
  type SessionRecord,
} from '../../db/repositories/sessions.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { OAuthProvider } from '../../integrations/oauth-provider.ts';
import { createSigner, hashToken } from '../keyring.ts';
import type { EmailLimiter, LoginLimiter, TotpLimiter } from './attempt-limits.ts';

/** Dependencies of the services of accounts and their sessions. */
export interface AccountContext extends Pick<AppContext, 'database' | 'clock' | 'config'> {
  /** Signs refresh tokens. */
  refreshKey: Buffer;
  /** Signs device cookies. */
  deviceKey: Buffer;
  /** Encrypts the secrets of authenticator apps. */
  totpKey: Buffer;
  loginLimiter: LoginLimiter;
  totpLimiter: TotpLimiter;
  emailLimiter: EmailLimiter;
  /** OAuth provider, or null. */
  oauthProvider: OAuthProvider | null;
}

/**
 * `session.secret.mac`. The session id leads from an old token to its session; the MAC proves that the
 * server created the token, so that no one can end a session with an invented one.
 */
const shape = /^([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/;

/** Lifetime of a session that is not remembered, unless the browser is closed before. */
export const SHORT_SESSION_MS = 12 * HOUR_MS;
/** Lifetime of a remembered session. */
export const LONG_SESSION_MS = 30 * 24 * HOUR_MS;
/** Lifetime of a remembered session without use. */
export const LONG_SESSION_IDLE_MS = 7 * 24 * HOUR_MS;
/** Time for which the previous refresh token still works, for a second tab that refreshes as well. */
export const ROTATION_OVERLAP_MS = 15_000;
const USER_AGENT_MAX = 200;

/** Data of a session for its browser; `refreshToken` is null if the server no longer knows it. */
export interface SessionGrant {
  sessionId: string;
  user: UserRecord;
  remember: boolean;
  refreshToken: string | null;
  /** Expiry of the refresh token without use, in milliseconds since 1970. */
  idleUntil: number;
}

interface NewSessionOptions {
  user: UserRecord;
  remember: boolean;
  userAgent: string;
  now: number;
}

/** Starts a session; call it in a transaction. */
export function startSession(
  transaction: Queryable,
  key: Buffer,
  { user, remember, userAgent, now }: NewSessionOptions,
): SessionGrant {
  const sessionId = randomBytes(16).toString('base64url');
  const refreshToken = createRefreshToken(sessionId, key);
  const idleUntil = now + (remember ? LONG_SESSION_IDLE_MS : SHORT_SESSION_MS);
  deleteSessionsExpiredBefore(transaction, now);
  insertSession(transaction, {
    id: sessionId,
    userId: user.id,
    refreshHash: hashToken(refreshToken),
    remember,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    idleUntil,
    expiresAt: now + (remember ? LONG_SESSION_MS : SHORT_SESSION_MS),
  });
  return { sessionId, user, remember, refreshToken, idleUntil };
}

/**
 * Exchanges the refresh token of a session for a new one. For a few seconds the previous token gets the same
 * response, for a second tab or a lost response. An older token has been copied, so the session ends.
 * @throws DomainError SESSION_ENDED if the token is invalid
 */
export async function refreshSession(
  context: Pick<AppContext, 'database' | 'clock'>,
  key: Buffer,
  token: string,
): Promise<SessionGrant> {
  const sessionId = readRefreshToken(token, key);
  if (!sessionId) throw new DomainError('SESSION_ENDED');
  const now = context.clock();
  // The revocation is committed before the error, which would roll it back.
  const grant = await context.database.write((transaction) => {
    const session = findSession(transaction, sessionId);
    const user = session && findActiveUser(transaction, session.userId);
    if (!session || !user || !isOpen(session, now)) return null;
    const common = { sessionId, user, remember: session.remember };
    const hash = hashToken(token);
    if (sameDigest(hash, session.refreshHash)) {
      const next = nextRefreshToken(sessionId, token, key);
      return { ...common, ...rotate(transaction, session, next, now) };
    }
    if (isPreviousInTime(session, hash, now)) {
      const next = nextRefreshToken(sessionId, token, key);
      const present = sameDigest(hashToken(next), session.refreshHash);
      return { ...common, refreshToken: present ? next : null, idleUntil: session.idleUntil };
    }
    revokeSession(transaction, sessionId, 'replayed token', now);
    return null;
  });
  if (!grant) throw new DomainError('SESSION_ENDED');
  return grant;
}

function isOpen(session: SessionRecord, now: number): boolean {
  return session.revokedAt === null && session.expiresAt > now && session.idleUntil > now;
}

function isPreviousInTime(session: SessionRecord, hash: string, now: number): boolean {
  if (session.previousHash === null || session.previousValidUntil === null) return false;
  return sameDigest(hash, session.previousHash) && now < session.previousValidUntil;
}

function rotate(transaction: Queryable, session: SessionRecord, refreshToken: string, now: number) {
  const idleUntil = session.remember
    ? Math.min(now + LONG_SESSION_IDLE_MS, session.expiresAt)
    : session.expiresAt;
  rotateSession(transaction, session.id, {
    refreshHash: hashToken(refreshToken),
    previousHash: session.refreshHash,
    previousValidUntil: now + ROTATION_OVERLAP_MS,
    lastUsedAt: now,
    idleUntil,
  });
  return { refreshToken, idleUntil };
}

/** Ends the sessions whose tokens a browser has presented. */
export async function endSessions(
  context: Pick<AppContext, 'database' | 'clock'>,
  sessionIds: string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const now = context.clock();
  await context.database.write((transaction) => {
    for (const id of sessionIds) revokeSession(transaction, id, 'signed out', now);
  });
}

function createRefreshToken(sessionId: string, key: Buffer): string {
  return formatToken(sessionId, randomBytes(32), key);
}

/**
 * Returns the successor of a token: always the same one, so that it can be sent again if the response
 * was lost. It cannot be derived without the key.
 */
function nextRefreshToken(sessionId: string, token: string, key: Buffer): string {
  const secret = createHmac('sha256', key).update(`after ${token}`).digest();
  return formatToken(sessionId, secret, key);
}

/** Returns the session id of a token, or null if the token is invalid. */
export function readRefreshToken(token: string, key: Buffer): string | null {
  const sessionId = shape.exec(token)?.[1];
  return sessionId && createSigner(key).read(token) !== null ? sessionId : null;
}

/** True if two hex digests are equal; takes constant time. */
function sameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function formatToken(sessionId: string, secret: Buffer, key: Buffer): string {
  return createSigner(key).sign(`${sessionId}.${secret.toString('base64url')}`);
}
