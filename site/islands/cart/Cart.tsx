import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartLine as Line } from '#contracts/cart.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { ApiError } from '../../client/api-client.ts';
import {
  clearPendingPurchase,
  readPendingPurchase,
  storePendingPurchase,
} from '../../client/pending-purchase.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $cart, addToCart, loadCart, onCartOutdated, removeFromCart } from '../../stores/cart.ts';
import { showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { EmptyState, ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { CartLine } from './CartLine.tsx';
import { CartSummary } from './CartSummary.tsx';

/** The cart. A product that a guest wants to buy waits until they have signed in. */
export function Cart() {
  useEffect(storePendingPurchase, []);
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
  useFocusFallback(() => status.current);

  async function load() {
    try {
      await loadCart();
      setFailure('');
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  /** Changes the cart. If the API refuses, a toast shows the reason and the cart is reloaded. */
  async function runAction(call: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    try {
      await call();
      setFailure('');
    } catch (error) {
      // A product that a member chose as a guest may be in the cart already, which is no failure.
      const isInCart = error instanceof ApiError && error.code === 'IN_CART';
      showToast({ type: isInCart ? 'SUCCESS' : 'error', message: errorMessage(error) });
      await load();
    } finally {
      setIsBusy(false);
    }
  }

  /** Loads the cart, with the product that was chosen before the sign-in. It stays pending until the API responds. */
  async function open() {
    const product = readPendingPurchase();
    if (!product) return load();
    await runAction(async () => {
      try {
        await addToCart(product);
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500)
          clearPendingPurchase();
        throw error;
      }
      clearPendingPurchase();
    });
  }

  const openFirst = useEffectEvent(open);
  const reload = useEffectEvent(load);
  useEffect(() => {
    // Effects of children run first, so the URL may not have been parsed yet.
    storePendingPurchase();
    void openFirst();
    return onCartOutdated(() => void reload());
  }, []);

  const failed = failure && <LoadFailed reason={failure} onRetry={open} />;
  if (!cart) return failed || <ListSkeleton label="Loading your cart" />;
  return (
    <>
      {failed}
      {new URLSearchParams(location.search).has('cancelled') && (
        <p className="banner cart__cancelled" role="status">
          The payment was cancelled. You have not been charged, and your cart is unchanged.
        </p>
      )}
      <p className="label" role="status" tabIndex={-1} ref={status}>
        {pluralize(cart.count, 'product')}
      </p>
      <div className="cart__content" aria-busy={isBusy || undefined}>
        {cart.cart.length === 0 ? (
          <EmptyState title={cartMessages.empty}>
            Products you add are saved here across all your devices.{' '}
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
                  runAction={runAction}
                  onRemove={() => setRemoved(line)}
                />
              ))}
            </ul>
            <CartSummary cart={cart} userId={userId} runAction={runAction} />
          </>
        )}
      </div>
      {removed && (
        <DeleteDialog
          title={cartMessages.remove}
          onConfirm={() => void runAction(() => removeFromCart(removed._id))}
          onClose={() => setRemoved(null)}
        >
          {removed.title}
        </DeleteDialog>
      )}
    </>
  );
}
