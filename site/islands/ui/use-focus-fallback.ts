import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when the element that had it is removed, such as a button of a deleted row. A browser would put it
 * back to the start of the page.
 * @param find returns the element that gets the focus
 * @param area contains the removed element; the whole page by default
 */
export function useFocusFallback(
  find: () => HTMLElement | null | undefined,
  area?: RefObject<Element | null>,
): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const isInArea = target instanceof Element && (!area || area.current?.contains(target));
      last.current = isInArea ? target : null;
    };
    addEventListener('focusin', follow);
    return () => removeEventListener('focusin', follow);
  }, [area]);
  useLayoutEffect(() => {
    const isRemoved = last.current?.isConnected === false;
    if (!isRemoved || document.activeElement !== document.body) return;
    last.current = null;
    find()?.focus({ preventScroll: true });
  });
}

/** Moves the focus to the first control of an area when the control that had it is removed from there. */
export const useFocusFallbackWithin = (area: RefObject<Element | null>): void =>
  useFocusFallback(() => area.current?.querySelector<HTMLElement>('input, button, a'), area);
