import { useState } from 'react';

const KEY = 'moderation-keys';

/** Whether single keys act, as this browser remembers it. */
export function useKeySwitch(): [on: boolean, change: (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(KEY) !== 'off';
    } catch {
      return true;
    }
  });
  const change = (next: boolean) => {
    setOn(next);
    try {
      if (next) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // Then it holds for this visit.
    }
  };
  return [on, change];
}
