import { useId, useState } from 'react';
import type { Category } from '../../client/product-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { useDialog } from '../ui/use-dialog.ts';

interface Props {
  category: Category;
  otherCategories: Category[];
  /** @param into category that gets its products; null if it has none */
  onConfirm(into: string | null): void;
  onClose(): void;
}

/** Confirms the deletion of a category and asks for the new category of its products. */
export function DeleteCategory({ category, otherCategories, onConfirm, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const id = useId();
  const [into, setInto] = useState(otherCategories[0]?._id ?? '');
  const full = category.products > 0;
  const stuck = full && into === '';
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>Delete {category.name}?</h2>
      {full ? (
        <div className="field">
          <label htmlFor={`${id}-into`}>
            {pluralize(category.products, 'product')} of it{' '}
            {category.products === 1 ? 'moves' : 'move'} to
          </label>
          <select
            id={`${id}-into`}
            value={into}
            onChange={(event) => setInto(event.currentTarget.value)}
          >
            {otherCategories.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
          {stuck && <p className="field__error">Add another category first.</p>}
        </div>
      ) : (
        <p>It contains no products.</p>
      )}
      <p className="dialog__actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className="button button--danger"
          aria-disabled={stuck || undefined}
          onClick={() => {
            if (stuck) return;
            onConfirm(full ? into : null);
            close();
          }}
        >
          Delete
        </button>
      </p>
    </dialog>
  );
}
