import { useEffect, useRef, useState } from 'react';
import type { ProductState } from '#contracts/product.ts';
import { ApiError } from '../../client/api-client.ts';
import {
  changeProduct,
  conflictOf,
  createProduct,
  type Product,
} from '../../client/product-calls.ts';
import { showToast } from '../../client/show-toast.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import { type ChangeForm, checkForm, formOf, type ProductForm, requestBody } from './form.ts';
import { readDraft, removeDraft, storeDraft } from './kept-form.ts';

/** State of a changed form. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'failed'; reason: string }
  /** Changed elsewhere meanwhile; the owner decides. */
  | { state: 'conflict'; theirs: Product; wanted: ProductState };

/** The form of one product: values, draft, validation and saving. */
export function useProductForm(stored: Product | null, empty: ProductForm) {
  const [product, setProduct] = useState(stored);
  const clean = product ? formOf(product) : empty;
  const [storedDraft] = useState(() => readDraft(stored?._id ?? null));
  const [form, setForm] = useState<ProductForm>(storedDraft?.form ?? clean);
  const [restored, setRestored] = useState(storedDraft !== null);
  const [version, setVersion] = useState(storedDraft?.version ?? stored?.version ?? null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const element = useRef<HTMLFormElement>(null);
  const id = product?._id ?? null;
  const changed = JSON.stringify(form) !== JSON.stringify(clean);

  useEffect(() => {
    if (changed) storeDraft(id, { form, version });
    else removeDraft(id);
  }, [changed, form, id, version]);

  const change: ChangeForm = (edit) =>
    setForm((current) => ({ ...current, ...(typeof edit === 'function' ? edit(current) : edit) }));

  function show(fields: Record<string, string>) {
    setErrors(fields);
    const [first] = Object.keys(fields);
    // `files.2` is an error of the third file, shown at the list of files.
    const name = first?.split('.')[0];
    if (name) element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  function showProduct(next: Product) {
    const before = product?._id ?? null;
    setProduct(next);
    setVersion(next.version);
    setForm(formOf(next));
    setRestored(false);
    removeDraft(before);
    if (before === null) {
      history.replaceState(null, '', `/admin/shop/edit_product/${next._id}`);
    }
  }

  async function save(state: ProductState, over: number | null = version) {
    if (saving.state === 'saving') return;
    const wrong = checkForm(form, state);
    show(wrong);
    if (Object.keys(wrong).length > 0) return;
    setSaving({ state: 'saving' });
    try {
      const body = requestBody(form, state);
      const next = product
        ? await changeProduct(product._id, body, over ?? product.version)
        : await createProduct(body);
      showProduct(next);
      setSaving({ state: 'idle' });
      showToast({ type: 'SUCCESS', message: savedMessages[next.state] });
    } catch (error) {
      const theirs = conflictOf(error);
      if (theirs) return setSaving({ state: 'conflict', theirs, wanted: state });
      const fields = error instanceof ApiError ? error.fields : {};
      show(fields);
      setSaving(
        Object.keys(fields).length > 0
          ? { state: 'idle' }
          : { state: 'failed', reason: errorMessage(error) },
      );
    }
  }

  return {
    product,
    form,
    change,
    errors,
    saving,
    changed,
    restored,
    element,
    save,
    /** Discards the draft and shows the stored values. */
    discard() {
      setForm(clean);
      setVersion(product?.version ?? null);
      setRestored(false);
      setErrors({});
    },
    /** Resolves a conflict: loads the stored values, or overwrites them. */
    resolveConflict(choice: 'theirs' | 'mine') {
      if (saving.state !== 'conflict') return;
      const { theirs, wanted } = saving;
      setSaving({ state: 'idle' });
      if (choice === 'theirs') showProduct(theirs);
      else void save(wanted, theirs.version);
    },
  };
}

const savedMessages: Record<ProductState, string> = {
  draft: 'Saved as a draft.',
  live: 'Saved. It is for sale.',
  retired: 'Saved. It is retired.',
};
