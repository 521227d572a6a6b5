import { useCallback, useEffect, useRef } from 'react';

/** Calls `callback`, which has to be stable, this many milliseconds after the last of several calls. */
export function useDebouncedCallback(callback: () => void, milliseconds: number): () => void {
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(soon.current), []);
  return useCallback(() => {
    clearTimeout(soon.current);
    soon.current = setTimeout(callback, milliseconds);
  }, [callback, milliseconds]);
}

/** Polling interval while entries change, in milliseconds. */
const POLL_MS = 3000;

/** Reloads data this often, in milliseconds, while any part of it is changing. */
export function useReloadWhile(moving: boolean, reload: () => void, milliseconds = POLL_MS): void {
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(reload, milliseconds);
    return () => clearTimeout(timer);
  }, [moving, reload, milliseconds]);
}
