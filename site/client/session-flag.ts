import { readStored, writeStored } from './storage.ts';

/** Role of the signed-in user, as stored in the browser. It only decides which elements are shown. */
export type SessionFlag = 'admin' | 'member';

const KEY = 'session';
/** Key of the _id of the user. */
const USER_KEY = 'session-user';

/** True for the key of a storage event that concerns the session; null means that everything was removed. */
export const isSessionKey = (key: string | null) => key === KEY || key === null;

/** True for the event of a user who has signed out, or after whose expired session another one has signed in. */
export const isUserChange = ({ key, oldValue }: StorageEvent) =>
  key === USER_KEY && oldValue !== null;

/** Returns the stored role, or null for guests and without storage. */
export function readSessionFlag(): SessionFlag | null {
  const value = readStored(KEY);
  return value === 'admin' || value === 'member' ? value : null;
}

/**
 * Returns the _id of the user who was signed in last, also after their session has expired; null after a sign-out,
 * and until the API has confirmed the first session.
 */
export const readSessionUser = (): string | null => readStored(USER_KEY);

/** The user whose data this page shows. */
let shownUser = readSessionUser();

/** Returns true once after the user of the page has signed out elsewhere, or another one has signed in. */
export function takeUserChange(): boolean {
  const before = shownUser;
  shownUser = readSessionUser();
  return before !== null && before !== shownUser;
}

/**
 * Stores the role and the _id of the user, or deletes them with null. Other tabs receive a storage event.
 * @param user the stored user by default, who stays after their session has expired
 */
export function writeSession(
  flag: SessionFlag | null,
  user: string | null = readSessionUser(),
): void {
  showSession(flag);
  writeStored(USER_KEY, user);
  writeStored(KEY, flag);
  shownUser = user;
}

/** Shows the elements for this role. */
export function showSession(flag: SessionFlag | null): void {
  if (flag) document.documentElement.dataset.session = flag;
  else delete document.documentElement.dataset.session;
}

/**
 * Calls `onChange` with the new role when another tab changes it.
 * @returns a function that removes the listener
 */
export function followSessionFlag(onChange: (flag: SessionFlag | null) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (isSessionKey(key)) onChange(readSessionFlag());
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
