import { readStoredJson, writeStored } from '../../../client/storage.ts';
import { storedKeys } from '../../../client/stored-keys.ts';
import { type EditorForm, emptyForm } from '../form.ts';

/** Unsaved draft, stored in this browser until it is saved or discarded. */
export interface StoredDraft {
  form: EditorForm;
  /** Version of the article on which it is based; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

const prefix = (id: string | null) => `editor:${id ?? 'new'}:`;

export function storeDraft(id: string | null, sitting: string, draft: StoredDraft): void {
  // If the storage is full or disabled, the warning before leaving the page remains.
  writeStored(prefix(id) + sitting, JSON.stringify(draft));
}

/** Returns all unsaved drafts of an article in this browser, by editing session. */
export function listDrafts(id: string | null): (StoredDraft & { sitting: string })[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefix(id)))
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft ? [{ ...draft, sitting: key.slice(prefix(id).length) }] : [];
    });
}

function readDraft(key: string): StoredDraft | null {
  const draft = readStoredJson(key) as StoredDraft | null;
  if (typeof draft?.form?.markdown !== 'string') return null;
  // A draft that was stored before a field existed has an empty value for it.
  return { ...draft, form: { ...emptyForm, ...draft.form } };
}

export function removeDraft(id: string | null, sitting: string): void {
  writeStored(prefix(id) + sitting, null);
}
