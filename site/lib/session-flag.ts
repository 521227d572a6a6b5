/** What the browser remembers of who is signed in. It only chooses what to draw. */
export type SessionFlag = 'admin' | 'member';

const KEY = 'session';

// Storage can be switched off by the reader; the site then behaves as for a guest.
export function readSessionFlag(): SessionFlag | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'admin' || value === 'member' ? value : null;
  } catch {
    return null;
  }
}

/** Remembers or (with null) forgets it, here and in every other tab by the storage event. */
export function writeSessionFlag(flag: SessionFlag | null): void {
  drawSession(flag);
  try {
    if (flag) localStorage.setItem(KEY, flag);
    else localStorage.removeItem(KEY);
  } catch {
    // Nothing to remember it in: the session lasts as long as its cookie all the same.
  }
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
