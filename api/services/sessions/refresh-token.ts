import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * `session.secret.mac`. The session id leads from an old token to its session; the MAC proves that the
 * server created the token, so that no one can end a session with an invented one.
 */
const shape = /^([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/;

export function createRefreshToken(sessionId: string, key: Buffer): string {
  return formatToken(sessionId, randomBytes(32), key);
}

/**
 * Returns the successor of a token: always the same one, so that it can be sent again if the response
 * was lost. It cannot be derived without the key.
 */
export function nextRefreshToken(sessionId: string, token: string, key: Buffer): string {
  return formatToken(sessionId, macOf(`after ${token}`, key), key);
}

/** Returns the session id of a token, or null if the token is invalid. */
export function readRefreshToken(token: string, key: Buffer): string | null {
  const [, sessionId, secret, mac] = shape.exec(token) ?? [];
  if (!sessionId || !mac) return null;
  const expected = macOf(`${sessionId}.${secret}`, key);
  return timingSafeEqual(expected, Buffer.from(mac, 'base64url')) ? sessionId : null;
}

/** Returns the hash that the database stores. A fast hash is enough for 256 random bits. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** True if two hex digests are equal; takes constant time. */
export function sameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function formatToken(sessionId: string, secret: Buffer, key: Buffer): string {
  const body = `${sessionId}.${secret.toString('base64url')}`;
  return `${body}.${macOf(body, key).toString('base64url')}`;
}

function macOf(body: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest();
}
