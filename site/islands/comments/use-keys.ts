import { useEffect, useRef } from 'react';

/** Actions by key. */
export type Keys = Record<string, () => void>;

/**
 * Single-key shortcuts for the whole page, except while a field or a dialog has the focus.
 * @param on false if the user has turned shortcuts off, for example because of speech input
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
