import { readStored, readStoredJson, writeStored } from '../../client/storage.ts';

/**
 * Which games a visitor likes. Held for as long as the tab is open, so that it outlives going from
 * page to page; the likes of members belong to their account (`own-likes.ts`).
 */
const KEY = 'liked-games';
/** There while what the tab holds is an account's: a guest's likes join it once, and stay out of others. */
const OF_ACCOUNT = 'liked-games-of-account';

const liked = new Set<number>(read());
const listeners = new Set<() => void>();

export const isLiked = (id: number) => liked.has(id);

/** Likes a game or no longer does; answers how it stands now. */
export function toggleLike(id: number): boolean {
  if (!liked.delete(id)) liked.add(id);
  keep();
  return liked.has(id);
}

/** Takes over what an account likes, as the server says. */
export function takeOver(ids: readonly number[]): void {
  liked.clear();
  for (const id of ids) liked.add(id);
  mark(true);
  keep();
}

/** The likes of a guest that wait for the account of who has signed in since. */
export const guestLikes = (): number[] => (isOfAccount() ? [] : [...liked]);

/** Forgets what an account likes: whoever has signed out takes their likes along. */
export function leaveAccount(): void {
  if (!isOfAccount()) return;
  mark(false);
  liked.clear();
  keep();
}

/** Is told after every change. */
export function followLikes(listener: () => void): void {
  listeners.add(listener);
}

function keep(): void {
  // Without storage the likes last as long as the page.
  writeStored(KEY, JSON.stringify([...liked]), 'session');
  for (const listener of listeners) listener();
}

const isOfAccount = () => readStored(OF_ACCOUNT, 'session') !== null;
const mark = (account: boolean) => writeStored(OF_ACCOUNT, account ? 'yes' : null, 'session');

function read(): number[] {
  const kept = readStoredJson(KEY, 'session');
  return Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : [];
}
