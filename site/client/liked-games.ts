import { writeStored } from './storage.ts';
import { readStoredJson } from './stored-json.ts';

const KEY = 'liked-games';

/** Returns the IDs of games that a guest likes. They are stored for the tab until they are added to an account. */
export function readGuestLikes(): number[] {
  const stored = readStoredJson(KEY, 'sessionStorage');
  return Array.isArray(stored) ? stored.filter((id) => Number.isInteger(id)) : [];
}

export const storeGuestLikes = (likes: readonly number[]): void =>
  writeStored(KEY, likes.length > 0 ? JSON.stringify(likes) : null, 'sessionStorage');
