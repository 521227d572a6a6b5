import type { ProductState } from '#contracts/product.ts';
import type { useProductForm } from './use-product-form.ts';

interface Props {
  edit: ReturnType<typeof useProductForm>;
  state: ProductState;
  onDelete(): void;
}

/** States that can be chosen, by the current one, with the labels of their buttons. */
const transitions: Record<ProductState, { to: ProductState; words: string }[]> = {
  draft: [{ to: 'live', words: 'Put up for sale' }],
  live: [{ to: 'retired', words: 'Retire' }],
  retired: [{ to: 'live', words: 'Put up for sale again' }],
};

/** Actions of the form and their result. */
export function SaveBar({ edit, state, onDelete }: Props) {
  const { product, errors, conflict, changed, save, resolveConflict } = edit;
  const busy = edit.isBusy || undefined;
  return (
    <div className="product-form__save">
      {errors.form && (
        <p className="notice notice--warning" role="alert">
          Not saved. {errors.form} Your changes are still here.
        </p>
      )}
      {conflict && (
        <div className="notice notice--warning" role="alert">
          <p>
            This product has been changed in another tab or by someone else since you opened it: it
            is called “{conflict.theirs.title}” and costs {conflict.theirs.price}{' '}
            {conflict.theirs.currency} there.
          </p>
          <p className="product-form__buttons">
            <button
              type="button"
              className="button button--small"
              onClick={() => resolveConflict('mine')}
            >
              Overwrite with my version
            </button>
            <button
              type="button"
              className="button button--small"
              onClick={() => resolveConflict('theirs')}
            >
              Discard mine and load the saved version
            </button>
          </p>
        </div>
      )}
      <p className="product-form__buttons">
        <button
          type="submit"
          className={product ? 'button button--main' : 'button'}
          aria-disabled={busy}
        >
          {product ? 'Save' : 'Save as draft'}
        </button>
        {transitions[state].map(({ to, words }) => (
          <button
            key={to}
            type="button"
            className={product ? 'button' : 'button button--main'}
            aria-disabled={busy}
            onClick={() => save(to)}
          >
            {words}
          </button>
        ))}
        {product && (
          <button type="button" className="button button--danger" onClick={onDelete}>
            Delete
          </button>
        )}
        <span className="label" role="status">
          {busy ? 'Saving' : changed ? 'Not saved yet' : product ? 'Saved' : ''}
        </span>
      </p>
    </div>
  );
}
