import { buildForm, type EditorForm, requestBody } from '../form.ts';
import { type MergedForm, mergeForms } from './merge.ts';

/** Known states when another version is stored than expected. */
interface KnownStates {
  /** The stored article at the start. */
  began: EditorForm;
  /** The same as typed: the server normalises spaces and lists. */
  saved: EditorForm;
  form: EditorForm;
  /** Sent fields whose response was lost. */
  unconfirmed: readonly EditorForm[];
}

/**
 * Merges the fields with the stored version. `own`: the stored version is the author's own save whose
 * response was lost, so there is no other change.
 */
export function reconcile(
  { began, saved, form, unconfirmed }: KnownStates,
  stored: EditorForm,
): MergedForm & { own: boolean } {
  const own = unconfirmed.some((sent) => isStoredAs(sent, stored));
  if (own) return { ...mergeForms(stored, form, stored), own };
  const merged = mergeForms(asTyped({ began, saved, form }), form, stored);
  // Unchanged fields keep exactly what was typed.
  const isUnchanged = (name: keyof EditorForm) =>
    form[name] === saved[name] && stored[name] === began[name];
  return { ...merged, own, form: buildForm((name) => (isUnchanged(name) ? form : merged.form)) };
}

/** Returns the base as typed where the stored value has not changed, since normalisation is not a change. */
export const asTyped = ({ began, saved, form }: Omit<KnownStates, 'unconfirmed'>): EditorForm =>
  buildForm((name) => (form[name] === saved[name] ? form : began));

/**
 * True if the stored fields are the normalised sent ones; slug and times, which the server sets, are ignored.
 */
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
