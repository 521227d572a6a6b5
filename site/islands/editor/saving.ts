import { type RefObject, useEffect, useRef } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import type { EditorForm } from './form.ts';

interface Ways {
  focusText(): void;
  /** Shows the text if it is hidden. */
  showText(): void;
  /** Shows the details if they are hidden. */
  showDetails(): void;
}

/** A field, or the text, with an error. */
const BAD = '[aria-invalid="true"], [data-markdown-editor="invalid"]';

/** Fields next to the text. */
const WITH_TEXT = ['title', 'subtitle', 'markdown'];

/** State of a manual save. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /**
   * `attempt` distinguishes refused saves while their fields are corrected. `passing`: a failed save of a
   * draft that the next autosave resolves.
   */
  | {
      state: 'refused';
      message: string;
      fields: Record<string, string>;
      attempt: number;
      passing: boolean;
    }
  /** Both sides changed the same. `base`: common base, null if unknown; `next`: the save that follows. */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      base: EditorForm | null;
      next: 'draft' | 'publish' | 'none';
    };

/** Returns the rest of a refusal after an autosave has stored everything as a draft. */
export const onceStored = (saving: Saving): Saving =>
  saving.state === 'refused' && saving.passing ? { state: 'idle' } : saving;

/** Returns the rest of a refusal after these fields were changed. */
export function withoutErrors(saving: Saving, changes: Partial<EditorForm>): Saving {
  if (saving.state !== 'refused') return saving;
  const fields = { ...saving.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...saving, fields } : { state: 'idle' };
}

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
      if (bad?.dataset.markdownEditor) focusText();
      else bad?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [attempt, page]);
}
