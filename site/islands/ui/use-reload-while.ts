import { useEffect } from 'react';

/** Milliseconds between looks at what is on its way. */
const LOOK_EVERY_MS = 3000;

/** Loads a list again and again while something in it moves: it follows without being asked. */
export function useReloadWhile(moving: boolean, reload: () => void): void {
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(reload, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [moving, reload]);
}
