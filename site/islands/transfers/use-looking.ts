import { useEffect } from 'react';

/** Milliseconds between two looks at work that is under way. */
const LOOK_EVERY_MS = 1000;

/** Looks again after a while, as long as something is under way. */
export function useLooking(underway: boolean, look: () => void): void {
  useEffect(() => {
    if (!underway) return;
    const timer = setTimeout(look, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [underway, look]);
}
