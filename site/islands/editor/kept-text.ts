import { type EditorForm, emptyForm } from './form.ts';

/** Unsaved text, kept in this browser until it is saved or thrown away. */
export interface KeptText {
  form: EditorForm;
  /** Version of the article it was typed on; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

const key = (id: string | null) => `editor:${id ?? 'new'}`;

export function keepText(id: string | null, kept: KeptText): void {
  try {
    localStorage.setItem(key(id), JSON.stringify(kept));
  } catch {
    // Full or switched off: the warning before leaving the page remains.
  }
}

export function keptText(id: string | null): KeptText | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key(id)) ?? 'null') as KeptText | null;
    if (typeof kept?.form?.markdown !== 'string') return null;
    // Kept before a field was there, it has nothing in it.
    return { ...kept, form: { ...emptyForm, ...kept.form } };
  } catch {
    return null;
  }
}

export function forgetText(id: string | null): void {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // Nothing was kept either.
  }
}
