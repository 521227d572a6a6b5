import type { ConnectionResponse } from '#contracts/cross-post.ts';
import type { Connection } from '../../db/repositories/connections.ts';
import type { Account } from '../../integrations/crosspost/client.ts';
import { seal, unseal } from '../sealed.ts';

const ownerOf = (target: string) => `connection:${target}`;

/** Where a connection stands now. */
export function stateOf(
  { expiresAt, refusedAt }: Pick<Connection, 'expiresAt' | 'refusedAt'>,
  now: number,
): ConnectionResponse['state'] {
  if (refusedAt !== null) return 'refused';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'connected';
}

/** Seals what opens a connection. */
export function sealSecret(key: Buffer, target: string, secret: string): Buffer {
  return seal(key, ownerOf(target), Buffer.from(secret));
}

/** The account of a connection, or null when its secret cannot be read, as without the old key. */
export function openAccount(
  { target, sealed, account }: Pick<Connection, 'target' | 'sealed' | 'account'>,
  key: Buffer,
): Account | null {
  try {
    return { id: account, secret: unseal(key, ownerOf(target), sealed).toString() };
  } catch {
    return null;
  }
}
