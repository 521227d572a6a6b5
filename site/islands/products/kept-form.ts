import { readStoredJson, writeStored } from '../../client/storage.ts';
import { $session } from '../../stores/session.ts';
import type { ProductForm } from './form.ts';

/** Unsaved form values, with the version of the product on which they are based. */
export interface KeptForm {
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

export function keepForm(id: string | null, kept: KeptForm): void {
  writeStored(keyOf(id), JSON.stringify(kept), 'session');
}

export function forgetForm(id: string | null): void {
  writeStored(keyOf(id), null, 'session');
}

/** Returns the stored draft if its shape is valid. */
export function readKept(id: string | null): KeptForm | null {
  const kept = readStoredJson(keyOf(id), 'session') as KeptForm | null;
  const isForm =
    typeof kept?.form?.title === 'string' &&
    typeof kept.form.suggested === 'string' &&
    Array.isArray(kept.form.pictures) &&
    Array.isArray(kept.form.files) &&
    typeof kept.form.newKeys === 'string';
  return isForm ? kept : null;
}
