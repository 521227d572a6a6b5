import type { ConnectionResponse } from '#contracts/cross-post.ts';
import type { Connection } from '../../db/repositories/connections.ts';
import type { Account } from '../../integrations/crosspost/types.ts';
import { decryptBytes, encryptBytes } from '../sealed.ts';

const ownerOf = (target: string) => `connection:${target}`;

/** Returns the current state of a connection. */
export function getConnectionState(
  { expiresAt, refusedAt }: Pick<Connection, 'expiresAt' | 'refusedAt'>,
  now: number,
): ConnectionResponse['state'] {
  if (refusedAt !== null) return 'refused';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'connected';
}

/** Encrypts the secret of a connection. */
export function encryptSecret(key: Buffer, target: string, secret: string): Buffer {
  return encryptBytes(key, ownerOf(target), Buffer.from(secret));
}

/**
 * Returns the account of a connection, or null if its secret cannot be decrypted, such as without
 * the old key.
 */
export function decryptAccount(
  { target, encrypted, account }: Pick<Connection, 'target' | 'encrypted' | 'account'>,
  key: Buffer,
): Account | null {
  try {
    return { id: account, secret: decryptBytes(key, ownerOf(target), encrypted).toString() };
  } catch {
    return null;
  }
}
