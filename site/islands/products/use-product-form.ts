import { useCallback, useEffect, useState } from 'react';
import type { ProductState } from '#contracts/product.ts';
import { conflictOf } from '../../client/edit-conflict.ts';
import { changeProduct, createProduct, type Product } from '../../client/product-api.ts';
import { writeStored } from '../../client/storage.ts';
import { readStoredJson } from '../../client/stored-json.ts';
import { $session } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { type FormErrors, useForm } from '../ui/use-form.ts';
import {
  type ChangeForm,
  checkProductForm,
  type ProductForm,
  productBody,
  productFormAfterSave,
  productFormOf,
} from './product-form.ts';

/** Unsaved form values, with the version of the product on which they are based. */
interface StoredDraft {
  form: ProductForm;
  version: number | null;
}

/** A product that was changed elsewhere while the owner edited it; the owner decides. */
export interface Conflict {
  theirs: Product;
  wanted: ProductState;
}

/** The form of one product: values, draft, validation and saving. */
export function useProductForm(stored: Product | null, empty: ProductForm) {
  const [product, setProduct] = useState(stored);
  const clean = product ? productFormOf(product) : empty;
  const [storedDraft] = useState(() => readDraft(stored?._id ?? null));
  // A draft of an earlier version lacks new fields.
  const [values, setValues] = useState<ProductForm>({ ...clean, ...storedDraft?.form });
  const [isRestored, setIsRestored] = useState(storedDraft !== null);
  const [version, setVersion] = useState(storedDraft?.version ?? stored?.version ?? null);
  const [dismissed, setDismissed] = useState<FormErrors | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const id = product?._id ?? null;
  const isChanged = JSON.stringify(values) !== JSON.stringify(clean);

  useEffect(() => {
    if (isChanged) storeProductDraft(id, { form: values, version });
    else removeDraft(id);
  }, [isChanged, values, id, version]);

  // Stable, because uploads call it when they are complete.
  const change: ChangeForm = useCallback(
    (edit) =>
      setValues((current) => ({
        ...current,
        ...(typeof edit === 'function' ? edit(current) : edit),
      })),
    [],
  );

  /** Shows a stored product, by default with all its values. */
  function showProduct(
    next: Product,
    valuesOf: (now: ProductForm) => ProductForm = () => productFormOf(next),
  ) {
    const before = product?._id ?? null;
    setProduct(next);
    setVersion(next.version);
    setValues(valuesOf);
    setIsRestored(false);
    removeDraft(before);
    if (before === null) {
      history.replaceState(null, '', `/admin/shop/edit_product/${next._id}`);
    }
  }

  const { errors, isBusy, form, submit } = useForm({
    rows: ['files'],
    check: (data) => checkProductForm(values, stateIn(data)),
    async send(data) {
      const state = stateIn(data);
      const over = data.has('over') ? Number(data.get('over')) : version;
      setConflict(null);
      const body = productBody(values, state);
      try {
        return product
          ? await changeProduct(product._id, body, over ?? product.version)
          : await createProduct(body);
      } catch (error) {
        const theirs = conflictOf<Product>(error);
        if (!theirs) throw error;
        setConflict({ theirs, wanted: state });
        return null;
      }
    },
    onDone(next) {
      if (!next) return;
      // Values that were changed during the save stay.
      showProduct(next, (now) => productFormAfterSave(now, values, productFormOf(next)));
      showToast({ type: 'SUCCESS', message: savedMessages[next.state] });
    },
  });
  /** Returns the state in which a submission saves the product: the current one by default. */
  const stateIn = (data: FormData) =>
    (data.get('state') as ProductState | null) ?? product?.state ?? 'draft';

  return {
    product,
    values,
    change,
    errors: errors === dismissed ? noErrors : errors,
    isBusy,
    conflict,
    isChanged,
    isRestored,
    form,
    /** Saves the product in a state. */
    save: (state: ProductState) => submit({ state }),
    /** Discards the draft and shows the stored values. */
    discard() {
      setValues(clean);
      setVersion(product?.version ?? null);
      setIsRestored(false);
      setDismissed(errors);
    },
    /** Resolves a conflict: loads the stored values, or overwrites them. */
    resolveConflict(choice: 'theirs' | 'mine') {
      if (!conflict) return;
      setConflict(null);
      const { theirs, wanted } = conflict;
      if (choice === 'theirs') showProduct(theirs);
      else submit({ state: wanted, over: String(theirs.version) });
    },
  };
}

const noErrors: FormErrors = { fields: {}, form: '' };

const savedMessages: Record<ProductState, string> = {
  draft: 'Saved as a draft.',
  live: 'Saved. It is for sale.',
  retired: 'Saved. It is retired.',
};

/**
 * Returns the key of a draft, which belongs to its user. `client/clear-drafts.ts` removes it when the user
 * signs out.
 */
function keyOf(id: string | null): string {
  const session = $session.get();
  const user = session.state === 'signed-in' ? session.user._id : '';
  return `product-draft ${id ?? 'new'} ${user}`;
}

function storeProductDraft(id: string | null, draft: StoredDraft): void {
  writeStored(keyOf(id), JSON.stringify(draft), 'sessionStorage');
}

function removeDraft(id: string | null): void {
  writeStored(keyOf(id), null, 'sessionStorage');
}

/** Returns the stored draft if its shape is valid. */
function readDraft(id: string | null): StoredDraft | null {
  const draft = readStoredJson(keyOf(id), 'sessionStorage') as StoredDraft | null;
  const isForm =
    typeof draft?.form?.title === 'string' &&
    typeof draft.form.suggested === 'string' &&
    Array.isArray(draft.form.gallery) &&
    Array.isArray(draft.form.files) &&
    typeof draft.form.newKeys === 'string';
  return isForm ? draft : null;
}
