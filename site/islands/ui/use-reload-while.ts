import { useEffect } from 'react';

/** Polling interval while entries change, in milliseconds. */
const POLL_MS = 3000;

/** Reloads a list regularly while any entry is changing. */
export function useReloadWhile(moving: boolean, reload: () => void): void {
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [moving, reload]);
}
