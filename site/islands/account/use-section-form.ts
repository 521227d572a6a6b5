import { type SubmitEvent, useRef, useState } from 'react';
import type { Outcome } from './use-account.ts';

/**
 * A form of one section: sends once at a time, keeps the sentences of its fields, and puts the focus
 * on the first wrong one.
 */
export function useSectionForm(
  send: () => Promise<Outcome>,
  check: () => Record<string, string | undefined>,
) {
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(fields: Record<string, string | undefined>) {
    setErrors(fields);
    const [first] = Object.keys(fields);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = check();
    show(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const outcome = await send();
    setBusy(false);
    show(outcome.done ? {} : outcome.fields);
  }

  return { errors, busy, form, onSubmit };
}
