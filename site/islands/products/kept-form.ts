import { readStoredJson, writeStored } from '../../client/storage.ts';
import { $session } from '../../stores/session.ts';
import type { ProductForm } from './form.ts';

/** Unsaved form values, with the version of the product on which they are based. */
export interface StoredDraft {
  form: ProductForm;
  version: number | null;
}

/**
 * Returns the key of a draft, which belongs to its user. `client/clear-drafts.ts` removes it when the user
 * signs out.
 */
function keyOf(id: string | null): string {
  const session = $session.get();
  const user = session.state === 'signed-in' ? session.user._id : '';
  return `product-draft ${id ?? 'new'} ${user}`;
}

export function storeDraft(id: string | null, draft: StoredDraft): void {
  writeStored(keyOf(id), JSON.stringify(draft), 'session');
}

export function removeDraft(id: string | null): void {
  writeStored(keyOf(id), null, 'session');
}

/** Returns the stored draft if its shape is valid. */
export function readDraft(id: string | null): StoredDraft | null {
  const draft = readStoredJson(keyOf(id), 'session') as StoredDraft | null;
  const isForm =
    typeof draft?.form?.title === 'string' &&
    typeof draft.form.suggested === 'string' &&
    Array.isArray(draft.form.pictures) &&
    Array.isArray(draft.form.files) &&
    typeof draft.form.newKeys === 'string';
  return isForm ? draft : null;
}
