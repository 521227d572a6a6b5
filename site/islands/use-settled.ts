import { useEffect, useState } from 'react';

/** Milliseconds without a key after which what was typed counts. */
const PAUSE_MS = 250;

/** What stands in a field, once nothing was typed for a moment. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
