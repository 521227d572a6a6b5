import { type RefObject, useEffect } from 'react';

/**
 * Submits a form with `data-early` again if it was submitted before it was hydrated: until then,
 * before-first-paint.js holds the submission back.
 * @param ready whether the form can be submitted now
 */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => {
    const element = form.current;
    if (!ready || !element) return;
    const early = element.dataset.early === 'sent';
    delete element.dataset.early;
    if (early) element.requestSubmit();
  }, [form, ready]);
}
