import { useEffect } from 'react';

/** Polling interval while a job is running, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Polls as long as a job is running. */
export function useLooking(underway: boolean, look: () => void): void {
  useEffect(() => {
    if (!underway) return;
    const timer = setTimeout(look, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [underway, look]);
}
