import { type RefObject, useEffect, useRef } from 'react';
import type { Saving } from './saving.ts';

interface Ways {
  focusText(): void;
  /** Shows the text if it is hidden. */
  showText(): void;
  /** Shows the details if they are hidden. */
  showDetails(): void;
}

/** A field, or the text, with an error. */
const BAD = '[aria-invalid="true"], [data-surface="invalid"]';
/** Fields next to the text. */
const WITH_TEXT = ['title', 'subtitle', 'markdown'];

/** Focuses the first invalid field after a refused save. */
export function useBadField(page: RefObject<HTMLElement | null>, saving: Saving, ways: Ways): void {
  const current = useRef(ways);
  current.current = ways;
  const attempt = saving.state === 'refused' ? saving.attempt : 0;
  const names = useRef<string[]>([]);
  names.current = saving.state === 'refused' ? Object.keys(saving.fields) : [];

  useEffect(() => {
    if (attempt === 0 || names.current.length === 0) return;
    const { focusText, showText, showDetails } = current.current;
    if (names.current.some((name) => WITH_TEXT.includes(name))) showText();
    else showDetails();
    // The hidden part is visible in the next frame.
    const frame = requestAnimationFrame(() => {
      const bad = page.current?.querySelector<HTMLElement>(BAD);
      if (bad?.dataset.surface) focusText();
      else bad?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [attempt, page]);
}
