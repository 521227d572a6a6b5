import { readSessionFlag } from './session-flag.ts';
import { readStored, writeStored } from './storage.ts';
import { readStoredJson } from './stored-json.ts';

/** IDs of the games that a visitor likes, stored for the tab. */
const KEY = 'liked-games';
/** Stored if the likes belong to an account. The likes of a guest are added to the account at sign-in. */
const OF_ACCOUNT = 'liked-games-of-account';

const isOfAccount = () => readStored(OF_ACCOUNT, 'sessionStorage') !== null;

function readLikes(): number[] {
  const stored = readStoredJson(KEY, 'sessionStorage');
  return Array.isArray(stored) ? stored.filter((id) => Number.isInteger(id)) : [];
}

/** Returns the likes of the current visitor. Likes of an account are hidden after its session has ended. */
export const storedLikes = () => (isOfAccount() && !readSessionFlag() ? [] : readLikes());

/** Returns the likes of a guest that have not been added to an account. */
export const guestLikes = () => (isOfAccount() ? [] : readLikes());

export function storeLikes(
  likes: readonly number[],
  ofAccount = isOfAccount() && readSessionFlag() !== null,
): void {
  writeStored(KEY, JSON.stringify(likes), 'sessionStorage');
  writeStored(OF_ACCOUNT, ofAccount ? 'yes' : null, 'sessionStorage');
}
