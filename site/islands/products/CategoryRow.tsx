import { useState } from 'react';
import { counted } from '../../lib/format.ts';
import type { Outcome } from '../account/use-account.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { Field } from '../Field.tsx';
import type { Category } from './product-calls.ts';

interface Props {
  category: Category;
  onRename(name: string): Promise<Outcome>;
  onDelete(): void;
}

/** A category with its name, which can be changed in place. */
export function CategoryRow({ category, onRename, onDelete }: Props) {
  const [name, setName] = useState<string | null>(null);
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await onRename(name ?? '');
      if (outcome.done) setName(null);
      return outcome;
    },
    (): Record<string, string> => (name?.trim() === '' ? { name: 'A category needs a name.' } : {}),
  );
  const of = <span className="quiet"> {category.name}</span>;
  if (name !== null) {
    return (
      <li className="categories__one">
        <form className="categories__rename" ref={form} onSubmit={onSubmit} noValidate>
          <Field
            name="name"
            label={`Name of ${category.name}`}
            maxLength={60}
            value={name}
            error={errors.name}
            onChange={setName}
          />
          <button
            type="submit"
            className="button button--small button--main"
            aria-disabled={busy || undefined}
          >
            Save
          </button>
          <button type="button" className="button button--small" onClick={() => setName(null)}>
            Cancel
          </button>
        </form>
      </li>
    );
  }
  return (
    <li className="categories__one">
      <span>
        <strong>{category.name}</strong>{' '}
        <span className="label">{counted(category.products, 'product')}</span>
      </span>
      <span className="product-form__buttons">
        <button
          type="button"
          className="button button--small"
          onClick={() => setName(category.name)}
        >
          Rename{of}
        </button>
        <button type="button" className="button button--small button--danger" onClick={onDelete}>
          Delete{of}
        </button>
      </span>
    </li>
  );
}
