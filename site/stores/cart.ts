import { atom, onMount } from 'nanostores';

/** Number of different products in the member's cart; 0 for guests and until it is known. */
export const $cartCount = atom(0);

/** Name of the channel on which a tab posts the new count after the cart was changed. */
export const CART_CHANNEL = 'bag';

/** Sets the count that the API has returned. */
export function setCartCount(count: number): void {
  $cartCount.set(count);
}

onMount($cartCount, () => {
  const channel = new BroadcastChannel(CART_CHANNEL);
  channel.addEventListener('message', ({ data }) => setCartCount(Number(data)));
  return () => channel.close();
});
