import { type EditorForm, gathered, requestBody } from '../form.ts';
import { type MergedForm, mergeForms } from './merge.ts';

/** What is known here when something else turns out to be stored. */
interface Standing {
  /** The article as it was stored when this was begun. */
  began: EditorForm;
  /** The same as it was typed: the server tidies spaces and lists. */
  saved: EditorForm;
  form: EditorForm;
  /** What was sent from here without hearing what became of it. */
  unanswered: readonly EditorForm[];
}

/**
 * Brings what stands in the fields together with what is stored by now. `own`: that came from here, and
 * the answer was lost, so that nobody else has changed anything.
 */
export function reconcile(
  { began, saved, form, unanswered }: Standing,
  stored: EditorForm,
): MergedForm & { own: boolean } {
  const own = unanswered.some((sent) => isStoredAs(sent, stored));
  if (own) return { ...mergeForms(stored, form, stored), own };
  const merged = mergeForms(asTyped({ began, saved, form }), form, stored);
  // Where nobody has changed anything, what was typed stays to the letter.
  const untouched = (name: keyof EditorForm) =>
    form[name] === saved[name] && stored[name] === began[name];
  return { ...merged, own, form: gathered((name) => (untouched(name) ? form : merged.form)) };
}

/** What this was begun with, as it was typed where it is as before: what the server tidies is no change. */
export const asTyped = ({ began, saved, form }: Omit<Standing, 'unanswered'>): EditorForm =>
  gathered((name) => (form[name] === saved[name] ? form : began));

/** Whether this is what the server makes of what was sent; address and times, which it decides, aside. */
function isStoredAs(sent: EditorForm, stored: EditorForm): boolean {
  return contentOf(sent) === contentOf(stored);
}

function contentOf(form: EditorForm): string {
  const { title, subtitle, description, ...rest } = requestBody(
    { ...form, newsletter: null },
    true,
    form,
  );
  const lines = [title, subtitle, description].map((text) => text.trim());
  return JSON.stringify([lines, rest]);
}
