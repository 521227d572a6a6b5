import { readStoredJson, writeStored } from '../../../client/storage.ts';
import { storedKeys } from '../../../client/stored-keys.ts';
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
  // If the storage is full or switched off, the warning before leaving the page remains.
  writeStored(prefix(id) + sitting, JSON.stringify(kept));
}

/** Everything this browser keeps of an article, by sitting. */
export function keptTexts(id: string | null): (KeptText & { sitting: string })[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefix(id)))
    .flatMap((key) => {
      const kept = readKept(key);
      return kept ? [{ ...kept, sitting: key.slice(prefix(id).length) }] : [];
    });
}

function readKept(key: string): KeptText | null {
  const kept = readStoredJson(key) as KeptText | null;
  if (typeof kept?.form?.markdown !== 'string') return null;
  // Kept before a field was there, it has nothing in it.
  return { ...kept, form: { ...emptyForm, ...kept.form } };
}

export function forgetText(id: string | null, sitting: string): void {
  writeStored(prefix(id) + sitting, null);
}
