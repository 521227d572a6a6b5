import { type MouseEvent, type ReactNode, useState } from 'react';
import type { ProductCard } from '#contracts/page.ts';
import { CART_PATH, productPath, unavailableLabel } from '#contracts/shop-messages.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { buyPath, PRODUCTS_PATH } from '../../format/product-list.ts';
import { addToCart } from '../../stores/cart.ts';
import { $sessionFlag } from '../../stores/session.ts';
import { prepareToasts, showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

interface Props {
  product: Pick<ProductCard, 'id' | 'slug' | 'title' | 'forSale' | 'soldOut'>;
  onDeleted?(): void;
}

/** Actions on the product of a card. Without `onDeleted` the card is hidden after the deletion. */
export function ProductActions({ product, onDeleted }: Props) {
  const { id, slug, title } = product;
  const [isDeleted, setIsDeleted] = useState(false);
  const unavailable = unavailableLabel(product);
  const name = <span className="visually-hidden">{title}</span>;
  if (isDeleted) return <span className="product__deleted" />;
  return (
    <>
      {unavailable ? (
        <span className="chip">{unavailable}</span>
      ) : (
        <BuyLink id={id} className="button--small button--main">
          Buy {name}
        </BuyLink>
      )}
      <a className="button button--small" href={productPath(encodeURIComponent(slug))}>
        View {name}
      </a>
      <a className="button button--small for-admin" href={`/admin/shop/edit_product/${id}`}>
        Edit {name}
      </a>
      <DeleteProduct
        id={id}
        title={title}
        className="button--small for-admin needs-script"
        onDeleted={onDeleted ?? (() => setIsDeleted(true))}
      >
        Delete {name}
      </DeleteProduct>
    </>
  );
}

interface DeleteProductProps {
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
export function DeleteProduct({
  id,
  title,
  className = '',
  onDeleted,
  children,
}: DeleteProductProps) {
  const [isConfirming, setIsConfirming] = useState(false);

  async function remove() {
    prepareToasts();
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
        onClick={() => setIsConfirming(true)}
      >
        {children}
      </button>
      {isConfirming && (
        <DeleteDialog
          title={`Delete “${title}”?`}
          onConfirm={remove}
          onClose={() => setIsConfirming(false)}
        >
          If it was sold, it is retired instead: no longer for sale, but buyers keep access.
        </DeleteDialog>
      )}
    </>
  );
}

/** False for a press that opens another tab or window, or downloads: the browser follows the link itself. */
export const isPlainPress = (event: {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): boolean => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

interface BuyLinkProps {
  /** ID of the product. */
  id: string;
  /** Classes of the button. */
  className: string;
  children: ReactNode;
}

/**
 * Adds a product to the cart. Members stay on the page; guests get a link to the cart, which asks them to
 * sign in.
 */
export function BuyLink({ id, className, children }: BuyLinkProps) {
  const [isBusy, setIsBusy] = useState(false);
  const href = buyPath(id);

  async function buy() {
    setIsBusy(true);
    prepareToasts();
    try {
      const { msg } = await addToCart(id);
      showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      // The session has ended: the cart asks the visitor to sign in.
      if (error instanceof ApiError && error.status === 401) return location.assign(href);
      const message = errorMessage(error);
      showToast(
        error instanceof ApiError && error.code === 'IN_CART'
          ? { type: 'SUCCESS', message, link: { href: CART_PATH, text: 'Go to the cart' } }
          : { type: 'error', message },
      );
    } finally {
      setIsBusy(false);
    }
  }

  function press(event: MouseEvent) {
    if ($sessionFlag.get() !== 'member' || !isPlainPress(event)) return;
    event.preventDefault();
    if (!isBusy) void buy();
  }

  return (
    <a
      className={`button ${className} not-for-admin`}
      href={href}
      data-handled="members"
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      {children}
    </a>
  );
}
