import { useCallback, useEffect, useRef } from 'react';

/** Calls `callback`, which has to be stable, this many milliseconds after the last of several calls. */
export function useDebouncedCallback(callback: () => void, milliseconds: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(callback, milliseconds);
  }, [callback, milliseconds]);
}

/** Polling interval while entries change, in milliseconds. */
const POLL_MS = 3000;

/** Reloads data this often, in milliseconds, while any part of it is changing. */
export function usePolling(isChanging: boolean, reload: () => void, milliseconds = POLL_MS): void {
  useEffect(() => {
    if (!isChanging) return;
    const timer = setTimeout(reload, milliseconds);
    return () => clearTimeout(timer);
  }, [isChanging, reload, milliseconds]);
}
