import type { LicenceType, ProductKeySource, ProductState } from '#contracts/product.ts';
import { productDefaults, productFormMessages } from '#contracts/shop-messages.ts';
import type { Product } from '../../client/product-api.ts';
import { parsePrice } from '../../format/price.ts';

/** An image in the form. */
export interface FormImage {
  public_id: string;
  url: string;
  alt: string;
}

/** A file in the form: stored, uploaded, or stored with a new version. */
export interface FormFile {
  key: string;
  /** The stored file. */
  _id: string | null;
  /** The unsaved upload for it. */
  upload: string | null;
  name: string;
  bytes: number;
  /** Name of the stored file; for a new version the server sets it. */
  sha256: string | null;
  version: string;
  changelog: string;
  /** True to notify buyers of the upload. */
  notify: boolean;
}

/** Form values as typed. */
export interface ProductForm {
  title: string;
  description: string;
  price: string;
  /** `custom`: buyers choose the amount, with `price` as minimum. */
  pricing: 'fixed' | 'custom';
  suggested: string;
  category: string;
  licenceType: LicenceType;
  keysFrom: ProductKeySource;
  /** Keys to add, one per line. */
  newKeys: string;
  removeUnusedKeys: boolean;
  content: string;
  gallery: FormImage[];
  files: FormFile[];
}

export type ChangeForm = (
  change: Partial<ProductForm> | ((form: ProductForm) => Partial<ProductForm>),
) => void;

export const emptyForm = (category: string): ProductForm => ({
  title: '',
  description: productDefaults.description,
  content: productDefaults.content,
  price: String(productDefaults.price),
  category,
  licenceType: 'copy',
  pricing: 'fixed',
  suggested: '',
  keysFrom: 'none',
  newKeys: '',
  removeUnusedKeys: false,
  gallery: [],
  files: [],
});

export const productFormOf = (product: Product): ProductForm => ({
  title: product.title,
  description: product.description,
  price: String(product.price),
  pricing: product.suggestedPrice === null ? 'fixed' : 'custom',
  suggested: product.suggestedPrice === null ? '' : String(product.suggestedPrice),
  category: product.category,
  licenceType: product.licenceType,
  keysFrom: product.keys?.from ?? 'none',
  newKeys: '',
  removeUnusedKeys: false,
  content: product.content ?? '',
  gallery: product.gallery.map(({ public_id, url, alt }) => ({ public_id, url, alt })),
  files: (product.files ?? []).map(({ _id, name, bytes, sha256, version, changelog }) => ({
    key: _id,
    _id,
    upload: null,
    name,
    bytes,
    sha256,
    version,
    changelog,
    notify: false,
  })),
});

/**
 * Returns the form after a save: the stored values, except those that the owner changed during the save.
 * The stored files have the order of those that were sent.
 */
export function productFormAfterSave(
  now: ProductForm,
  sent: ProductForm,
  stored: ProductForm,
): ProductForm {
  const changed = Object.entries(now).filter(
    ([name, value]) => value !== sent[name as keyof ProductForm],
  );
  const files = now.files.map((file) => {
    const index = sent.files.findIndex(({ key }) => key === file.key);
    const [sentFile, storedFile] = [sent.files[index], stored.files[index]];
    // It was added, or has a newer upload.
    if (!sentFile || !storedFile || file.upload !== sentFile.upload) return file;
    return file === sentFile
      ? storedFile
      : { ...storedFile, key: file.key, changelog: file.changelog };
  });
  return { ...stored, ...Object.fromEntries(changed), files };
}

/** Returns the pasted keys: one per line, without duplicates. */
export const keysOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\r\n]+/)
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  ),
];

/** Returns the errors that can be found before sending, by field, with the documented messages. */
export function checkProductForm(form: ProductForm, state: ProductState): Record<string, string> {
  const fields: Record<string, string> = {};
  const empty = form.price.trim() === '' && state === 'draft';
  if (form.title.trim() === '') fields.title = productFormMessages.title;
  if (!empty && Number.isNaN(parsePrice(form.price))) {
    fields.price = productFormMessages.price;
  }
  if (
    form.pricing === 'custom' &&
    !(parsePrice(form.suggested) >= (parsePrice(form.price) || 0.000_001))
  ) {
    fields.suggestedPrice = productFormMessages.suggested;
  }
  return fields;
}

/** Returns the form as a request body. */
export function productBody(form: ProductForm, state: ProductState) {
  const { title, description, category, licenceType, content } = form;
  const price = parsePrice(form.price);
  return {
    title,
    description,
    category,
    licenceType,
    content,
    state,
    keys: {
      from: form.keysFrom,
      ...(form.keysFrom === 'list' && {
        add: keysOf(form.newKeys),
        removeUnused: form.removeUnusedKeys,
      }),
    },
    ...(!Number.isNaN(price) && { price }),
    suggestedPrice: form.pricing === 'custom' ? parsePrice(form.suggested) : null,
    images: form.gallery.map(({ public_id, alt }) => ({ public_id, alt })),
    files: form.files.map(({ _id, upload, version, changelog, notify }) => ({
      ...(_id !== null && { _id }),
      ...(upload !== null && { upload, notify, ...(version.trim() !== '' && { version }) }),
      changelog,
    })),
  };
}

/** Label and chip of each state. */
export const stateChips: Record<ProductState, { name: string; className: string }> = {
  draft: { name: 'Draft', className: 'chip chip--draft' },
  live: { name: 'For sale', className: 'chip chip--live' },
  retired: { name: 'Retired', className: 'chip' },
};
