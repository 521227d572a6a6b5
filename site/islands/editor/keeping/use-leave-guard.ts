import { useEffect, useRef } from 'react';
import { SESSION_CHANGE } from '../../../lib/session-change.ts';

/**
 * Asks before the page goes while something is nowhere but here, and keeps it from being loaded anew
 * when the session changes.
 * @returns a function that lets it go without being asked
 */
export function useLeaveGuard(lacking: boolean): () => void {
  const leaving = useRef(false);
  useEffect(() => {
    if (!lacking) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const stay = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    document.addEventListener(SESSION_CHANGE, stay);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener(SESSION_CHANGE, stay);
    };
  }, [lacking]);
  return () => {
    leaving.current = true;
  };
}
