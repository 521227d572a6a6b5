import { readSessionFlag } from './session-flag.ts';
import { readStored, readStoredJson, writeStored } from './storage.ts';

/** IDs of the games that a visitor likes. The tab remembers them from page to page. */
const KEY = 'liked-games';
/** Stored while they are the likes of an account; those of a guest are added to the account once. */
const OF_ACCOUNT = 'liked-games-of-account';

const isOfAccount = () => readStored(OF_ACCOUNT, 'session') !== null;

function readLikes(): number[] {
  const stored = readStoredJson(KEY, 'session');
  return Array.isArray(stored) ? stored.filter((id) => Number.isInteger(id)) : [];
}

/** Returns the likes of whoever uses the tab now. Those of an account end with its session. */
export const storedLikes = () => (isOfAccount() && !readSessionFlag() ? [] : readLikes());

/** Returns the likes of a guest that no account knows yet. */
export const guestLikes = () => (isOfAccount() ? [] : readLikes());

export function storeLikes(
  likes: readonly number[],
  ofAccount = isOfAccount() && readSessionFlag() !== null,
): void {
  writeStored(KEY, JSON.stringify(likes), 'session');
  writeStored(OF_ACCOUNT, ofAccount ? 'yes' : null, 'session');
}
