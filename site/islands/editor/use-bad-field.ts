import { type RefObject, useEffect, useRef } from 'react';
import type { Saving } from './saving.ts';

interface Ways {
  focusText(): void;
  /** Where the text is hidden. */
  showText(): void;
  /** Where the details are hidden. */
  showDetails(): void;
}

/** A field, or the text, that needs another look. */
const BAD = '[aria-invalid="true"], [data-surface="invalid"]';
/** Fields that stand with the text. */
const WITH_TEXT = ['title', 'subtitle', 'markdown'];

/** After a refused save the first field that needs another look has the focus, wherever it is. */
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
    // What was hidden is on the page with the next frame.
    const frame = requestAnimationFrame(() => {
      const bad = page.current?.querySelector<HTMLElement>(BAD);
      if (bad?.dataset.surface) focusText();
      else bad?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [attempt, page]);
}
