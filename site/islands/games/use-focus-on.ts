import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref whose element takes the focus whenever `shown` changes, if `takesFocus` is true. */
export function useFocusOn<Target extends HTMLElement>(
  takesFocus: boolean,
  shown: object,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (takesFocus) target.current?.focus({ preventScroll: true });
  }, [takesFocus, shown]);
  return target;
}
