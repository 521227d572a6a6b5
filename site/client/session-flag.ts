import { readStored, writeStored } from './storage.ts';

/** What the browser remembers of who is signed in. It only chooses what to draw. */
export type SessionFlag = 'admin' | 'member';

const KEY = 'session';

/** Without storage the site behaves as for a guest. */
export function readSessionFlag(): SessionFlag | null {
  const value = readStored(KEY);
  return value === 'admin' || value === 'member' ? value : null;
}

/** Remembers or (with null) forgets it, here and in every other tab by the storage event. */
export function writeSessionFlag(flag: SessionFlag | null): void {
  drawSession(flag);
  writeStored(KEY, flag);
}

function drawSession(flag: SessionFlag | null): void {
  if (flag) document.documentElement.dataset.session = flag;
  else delete document.documentElement.dataset.session;
}

/** Follows what other tabs do; `changed` hears the new flag. */
export function followSessionFlag(changed: (flag: SessionFlag | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    const flag = readSessionFlag();
    drawSession(flag);
    changed(flag);
  });
}
