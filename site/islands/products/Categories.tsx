import { useCallback, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { EmptyState } from '../EmptyState.tsx';
import { Field } from '../Field.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useAct } from '../use-act.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { CategoryRow } from './CategoryRow.tsx';
import { DeleteCategory } from './DeleteCategory.tsx';
import {
  addCategory,
  type Category,
  deleteCategory,
  listCategories,
  renameCategory,
} from './product-calls.ts';

/** The categories that products are in. */
export function Categories() {
  const load = useCallback((signal: AbortSignal) => listCategories(signal), []);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<Category | null>(null);
  const categories = knownOf(loaded);
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => addCategory(name));
      if (outcome.done) setName('');
      return outcome;
    },
    (): Record<string, string> => (name.trim() === '' ? { name: 'A category needs a name.' } : {}),
  );

  return (
    <section aria-labelledby="categories-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title products__title">
        <h1 id="categories-title">Categories</h1>
        <div>
          <a className="button" href="/admin/shop/products">
            Products
          </a>
        </div>
      </div>
      <form className="categories__add" ref={form} onSubmit={onSubmit} noValidate>
        <Field
          name="name"
          label="New category"
          maxLength={60}
          value={name}
          error={errors.name}
          onChange={setName}
        />
        <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
          Add
        </button>
      </form>
      <p className="label" role="status">
        {categories ? counted(categories.length, 'category', 'categories') : ' '}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !categories && <ListSkeleton label="Loading the categories" />}
      {categories?.length === 0 && (
        <EmptyState title="No categories">A product needs one to be for sale.</EmptyState>
      )}
      {categories && categories.length > 0 && (
        <ul className="categories">
          {categories.map((category) => (
            <CategoryRow
              key={category._id}
              category={category}
              onRename={(next) => act(() => renameCategory(category._id, next))}
              onDelete={() => setAsked(category)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <DeleteCategory
          category={asked}
          others={(categories ?? []).filter(({ _id }) => _id !== asked._id)}
          onClose={() => setAsked(null)}
          onConfirm={(into) => void act(() => deleteCategory(asked._id, into))}
        />
      )}
      {dialog}
    </section>
  );
}
