import type { ProductForm } from './form.ts';

/** What was typed and not saved, with the version of the product it was typed over. */
export interface KeptForm {
  form: ProductForm;
  version: number | null;
}

// Its end makes it go when somebody signs out, see lib/typed.ts.
const keyOf = (id: string | null) => `product-draft ${id ?? 'new'}`;

export function keepForm(id: string | null, kept: KeptForm): void {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(kept));
  } catch {
    // Storage is full or switched off: the page itself still has it.
  }
}

export function forgetForm(id: string | null): void {
  try {
    sessionStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept either.
  }
}

/** What was kept, if it still looks like a form. */
export function readKept(id: string | null): KeptForm | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as KeptForm | null;
    const whole =
      typeof kept?.form?.title === 'string' &&
      typeof kept.form.suggested === 'string' &&
      Array.isArray(kept.form.pictures) &&
      Array.isArray(kept.form.files) &&
      typeof kept.form.newKeys === 'string';
    return whole ? kept : null;
  } catch {
    return null;
  }
}
