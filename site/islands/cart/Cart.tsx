import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { CartLine as Line } from '#contracts/cart.ts';
import { cartMessages } from '#contracts/shop-words.ts';
import { keepPendingPurchase, takePendingPurchase } from '../../client/pending-purchase.ts';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { $cart, addToCart, loadCart, onCartOutdated, removeFromCart } from '../../stores/cart.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { sentence } from '../use-loaded.ts';
import { CartLine } from './CartLine.tsx';
import { CartSummary } from './CartSummary.tsx';

/** The cart. A product that a guest wants to buy waits until they have signed in. */
export function Cart() {
  useEffect(keepPendingPurchase, []);
  return (
    <MembersOnly loading="Loading your cart">
      {({ _id }) => <MemberCart userId={_id} />}
    </MembersOnly>
  );
}

function MemberCart({ userId }: { userId: string }) {
  const cart = useStore($cart);
  const [failure, setFailure] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [removed, setRemoved] = useState<Line | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  async function load() {
    try {
      await loadCart();
      setFailure('');
    } catch (error) {
      setFailure(sentence(error));
    }
  }

  /** Changes the cart. If the API refuses, the cart is loaded as it is, and a toast says why. */
  async function act(call: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true);
    try {
      await call();
      return true;
    } catch (error) {
      void showToast({ type: 'error', message: sentence(error) });
      await load();
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  useEffect(() => {
    // Effects of children run first, so that the address may not have been read yet.
    keepPendingPurchase();
    const product = takePendingPurchase();
    void (product ? act(() => addToCart(product)) : load());
    return onCartOutdated(() => void load());
  }, []);

  const remove = async ({ _id }: Line) => {
    if (await act(() => removeFromCart(_id))) status.current?.focus();
  };

  const failed = failure && <LoadFailed reason={failure} onRetry={() => void load()} />;
  if (!cart) return failed || <ListSkeleton label="Loading your cart" />;
  return (
    <>
      {failed}
      {new URLSearchParams(location.search).has('cancelled') && (
        <p className="notice cart__cancelled" role="status">
          You have not paid, and nothing was charged. Your cart is unchanged.
        </p>
      )}
      <p className="label" role="status" tabIndex={-1} ref={status}>
        {counted(cart.count, 'product')}
      </p>
      <div className="cart__content" aria-busy={isBusy || undefined}>
        {cart.count === 0 ? (
          <EmptyState title={cartMessages.empty}>
            Products that you add stay here, on all of your devices.{' '}
            <a href="/shop">Go to the shop</a>
          </EmptyState>
        ) : (
          <>
            <ul className="cart__lines" aria-label="Products">
              {cart.cart.map((line) => (
                <CartLine
                  key={line._id}
                  line={line}
                  currency={cart.currency}
                  act={act}
                  onRemove={() => setRemoved(line)}
                />
              ))}
            </ul>
            <CartSummary cart={cart} userId={userId} act={act} />
          </>
        )}
      </div>
      {removed && (
        <DeleteDialog
          title={cartMessages.remove}
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(null)}
        >
          {removed.title}
        </DeleteDialog>
      )}
    </>
  );
}
