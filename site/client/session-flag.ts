import { readStored, writeStored } from './storage.ts';

/** Role of the signed-in user, as stored in the browser. It only decides which elements are shown. */
export type SessionFlag = 'admin' | 'member';

const KEY = 'session';

/** True for the key of a storage event that concerns the session; null means that everything was removed. */
export const isSessionKey = (key: string | null) => key === KEY || key === null;

/** Returns the stored role, or null for guests and without storage. */
export function readSessionFlag(): SessionFlag | null {
  const value = readStored(KEY);
  return value === 'admin' || value === 'member' ? value : null;
}

/** Stores the role, or deletes it with null. Other tabs receive the storage event. */
export function writeSessionFlag(flag: SessionFlag | null): void {
  showSession(flag);
  writeStored(KEY, flag);
}

/** Shows the elements for this role. */
export function showSession(flag: SessionFlag | null): void {
  if (flag) document.documentElement.dataset.session = flag;
  else delete document.documentElement.dataset.session;
}

/** Calls `onChange` with the new role when another tab changes it. */
export function followSessionFlag(onChange: (flag: SessionFlag | null) => void): void {
  addEventListener('storage', ({ key }) => {
    if (isSessionKey(key)) onChange(readSessionFlag());
  });
}
