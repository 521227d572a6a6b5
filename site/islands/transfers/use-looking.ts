import { useEffect } from 'react';

/** Polling interval while a job is running, in milliseconds. */
const POLL_MS = 1000;

/** Polls as long as a job is running. */
export function useLooking(underway: boolean, poll: () => void): void {
  useEffect(() => {
    if (!underway) return;
    const timer = setTimeout(poll, POLL_MS);
    return () => clearTimeout(timer);
  }, [underway, poll]);
}
