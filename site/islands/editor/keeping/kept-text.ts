import { type EditorForm, emptyForm } from '../form.ts';

/** Unsaved text, kept in this browser until it is saved or thrown away. */
export interface KeptText {
  form: EditorForm;
  /** Version of the article it was typed on; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

const prefix = (id: string | null) => `editor:${id ?? 'new'}:`;

export function keepText(id: string | null, sitting: string, kept: KeptText): void {
  try {
    localStorage.setItem(prefix(id) + sitting, JSON.stringify(kept));
  } catch {
    // Full or switched off: the warning before leaving the page remains.
  }
}

/** Everything this browser keeps of an article, by sitting. */
export function keptTexts(id: string | null): (KeptText & { sitting: string })[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix(id)))
      .flatMap((key) => {
        const kept = parse(localStorage.getItem(key));
        return kept ? [{ ...kept, sitting: key.slice(prefix(id).length) }] : [];
      });
  } catch {
    return [];
  }
}

function parse(stored: string | null): KeptText | null {
  try {
    const kept = JSON.parse(stored ?? 'null') as KeptText | null;
    if (typeof kept?.form?.markdown !== 'string') return null;
    // Kept before a field was there, it has nothing in it.
    return { ...kept, form: { ...emptyForm, ...kept.form } };
  } catch {
    return null;
  }
}

export function forgetText(id: string | null, sitting: string): void {
  try {
    localStorage.removeItem(prefix(id) + sitting);
  } catch {
    // Nothing was kept either.
  }
}
