import { type MouseEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { buyPath } from '../../format/product-list.ts';
import { addToCart } from '../../stores/cart.ts';
import { $sessionFlag } from '../../stores/session.ts';
import { errorMessage } from '../ui/use-loaded.ts';

/** False for a press that opens another tab or window, or downloads: the browser follows the link itself. */
export const isPlainPress = (event: {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): boolean => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

interface Props {
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
export function BuyLink({ id, className, children }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const href = buyPath(id);

  async function buy() {
    setIsBusy(true);
    try {
      const { msg } = await addToCart(id);
      showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      // The session has ended: the cart asks the visitor to sign in.
      if (error instanceof ApiError && error.status === 401) return location.assign(href);
      showToast({ type: 'error', message: errorMessage(error) });
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
