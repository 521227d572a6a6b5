import { readStoredJson, writeStored } from '../../../client/storage.ts';
import { storedKeys } from '../../../client/stored-keys.ts';
import { type EditorForm, emptyForm } from '../form.ts';

/** Unsaved draft, stored in this browser until it is saved or discarded. */
export interface KeptText {
  form: EditorForm;
  /** Version of the article on which it is based; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

const prefix = (id: string | null) => `editor:${id ?? 'new'}:`;

export function keepText(id: string | null, sitting: string, kept: KeptText): void {
  // If the storage is full or disabled, the warning before leaving the page remains.
  writeStored(prefix(id) + sitting, JSON.stringify(kept));
}

/** Returns all unsaved drafts of an article in this browser, by editing session. */
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
  // A draft that was stored before a field existed has an empty value for it.
  return { ...kept, form: { ...emptyForm, ...kept.form } };
}

export function forgetText(id: string | null, sitting: string): void {
  writeStored(prefix(id) + sitting, null);
}
