import { GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import { readStored, writeStored } from '../../client/storage.ts';

const KEY = 'guest-token';

/** The header by which the API knows again what a guest has written; none before the first time. */
export function guestHeader(): Record<string, string> {
  const token = readStored(KEY);
  return token ? { [GUEST_TOKEN_HEADER]: token } : {};
}

/** Keeps what the API answered to a guest; null leaves what is there. */
export function keepGuestToken(token: string | null): void {
  if (token !== null) writeStored(KEY, token);
}
