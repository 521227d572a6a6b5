import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * `session.secret.mac`. It names its session, so that an old one can be traced to its family; the
 * mac proves that we made it, so that nobody ends a session by inventing a token for it.
 */
const shape = /^([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/;

export function createRefreshToken(sessionId: string, key: Buffer): string {
  return seal(sessionId, randomBytes(32), key);
}

/**
 * What `token` is exchanged for: the same each time, so that it can be said again to whom the answer
 * did not reach. Without the key nobody works it out.
 */
export function nextRefreshToken(sessionId: string, token: string, key: Buffer): string {
  return seal(sessionId, macOf(`after ${token}`, key), key);
}

/** The session a token was made for, or null when we did not make it. */
export function readRefreshToken(token: string, key: Buffer): string | null {
  const [, sessionId, secret, mac] = shape.exec(token) ?? [];
  if (!sessionId || !mac) return null;
  const expected = macOf(`${sessionId}.${secret}`, key);
  return timingSafeEqual(expected, Buffer.from(mac, 'base64url')) ? sessionId : null;
}

/** What the database keeps. A fast hash is enough for 256 bits that nobody can guess. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether two hex digests are the same, in constant time. */
export function sameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function seal(sessionId: string, secret: Buffer, key: Buffer): string {
  const body = `${sessionId}.${secret.toString('base64url')}`;
  return `${body}.${macOf(body, key).toString('base64url')}`;
}

function macOf(body: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest();
}
