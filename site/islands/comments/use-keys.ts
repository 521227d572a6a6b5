import { useEffect, useRef } from 'react';

/** Keys → what they do. */
export type Keys = Record<string, () => void>;

/**
 * Single keys for the whole page, as long as nobody is typing and nothing lies over it.
 * @param on people who speak to their computer switch them off
 */
export function useKeys(keys: Keys, on: boolean): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const combined = event.ctrlKey || event.metaKey || event.altKey;
      const typing =
        target instanceof Element &&
        target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
      if (combined || typing || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      const act = current.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
