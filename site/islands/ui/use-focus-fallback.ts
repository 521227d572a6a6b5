import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when the element that had it is removed, such as a button of a deleted row. A browser would put it
 * back to the start of the page.
 */
export function useFocusFallback(find: () => HTMLElement | null | undefined): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      last.current = target;
    };
    addEventListener('focusin', follow);
    return () => removeEventListener('focusin', follow);
  }, []);
  useLayoutEffect(() => {
    const isRemoved = last.current instanceof Element && !last.current.isConnected;
    if (!isRemoved || document.activeElement !== document.body) return;
    last.current = null;
    find()?.focus({ preventScroll: true });
  });
}
