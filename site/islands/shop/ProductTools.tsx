import { useState } from 'react';
import type { z } from 'zod';
import type { ProductCard } from '#contracts/page.ts';
import type { productDeleteResponse } from '#contracts/product.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast, type Toast } from '../../stores/toasts.ts';
import { BulkBar, type Selection } from '../ui/BulkBar.tsx';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

interface Props {
  products: ProductCard[];
  selection: Selection;
  onDeleted(): void;
}

/** Selects and deletes products of the list, for admins. */
export function ProductTools({ products, selection, onDeleted }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { chosen } = selection;
  const count = chosen.length;
  const onlySelected = count === 1 ? products.find(({ id }) => id === chosen[0]) : undefined;

  async function remove() {
    showToast(await deleteProducts(chosen));
    onDeleted();
  }

  return (
    <>
      <BulkBar
        selection={selection}
        legend="Selected products"
        className="shop-tools"
        label="Select All"
      >
        <button
          className="button button--small button--danger"
          type="button"
          aria-disabled={count === 0 || undefined}
          onClick={() => setIsConfirming(count > 0)}
        >
          Delete All
        </button>
      </BulkBar>
      {isConfirming && (
        <DeleteDialog
          title={
            onlySelected
              ? `Delete “${onlySelected.title}”?`
              : `Delete ${pluralize(count, 'product')}?`
          }
          onConfirm={remove}
          onClose={() => setIsConfirming(false)}
        >
          Sold products are retired instead: no longer for sale, but buyers keep access.
        </DeleteDialog>
      )}
    </>
  );
}

/**
 * Deletes products one after the other.
 * @returns one message about all of them
 */
async function deleteProducts(ids: string[]): Promise<Toast> {
  let deleted = 0;
  let retired = 0;
  for (const id of ids) {
    try {
      const path = `/api/products/${id}`;
      const response = await callApi<z.infer<typeof productDeleteResponse>>('DELETE', path);
      if (response.product) retired += 1;
      else deleted += 1;
    } catch (error) {
      // Another admin has deleted it already.
      if (error instanceof ApiError && error.status === 404) deleted += 1;
      else
        return {
          type: 'error',
          message: `${outcome(deleted, retired)} ${errorMessage(error)}`.trim(),
        };
    }
  }
  return { type: 'SUCCESS', message: outcome(deleted, retired) };
}

function outcome(deleted: number, retired: number): string {
  const reason = retired === 1 ? 'because it has been sold' : 'because they have been sold';
  return [
    ...(deleted > 0 ? [`Deleted ${pluralize(deleted, 'product')}.`] : []),
    ...(retired > 0 ? [`Retired ${pluralize(retired, 'product')}, ${reason}.`] : []),
  ].join(' ');
}
