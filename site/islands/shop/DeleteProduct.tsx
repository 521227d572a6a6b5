import { type ReactNode, useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { PRODUCTS_PATH } from '../../format/product-list.ts';
import { DeleteDialog } from '../ui/AskDialog.tsx';
import { errorMessage } from '../ui/use-loaded.ts';

interface Props {
  /** ID of the product. */
  id: string;
  title: string;
  /** Classes of the button. */
  className?: string;
  /** Without it the list of all products opens. */
  onDeleted?(): void;
  children: ReactNode;
}

/** Deletes a product after a confirmation. */
export function DeleteProduct({ id, title, className = '', onDeleted, children }: Props) {
  const [isAsking, setIsAsking] = useState(false);

  async function remove() {
    try {
      const { msg } = await callApi<{ msg: string }>('DELETE', `/api/products/${id}`);
      if (!onDeleted) return location.assign(PRODUCTS_PATH);
      onDeleted();
      showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }

  return (
    <>
      <button
        className={`button button--danger ${className}`}
        type="button"
        onClick={() => setIsAsking(true)}
      >
        {children}
      </button>
      {isAsking && (
        <DeleteDialog
          title={`Delete “${title}”?`}
          onConfirm={() => void remove()}
          onClose={() => setIsAsking(false)}
        >
          If it was sold, it is retired instead: no longer for sale, but buyers keep access.
        </DeleteDialog>
      )}
    </>
  );
}
