import { atom, onMount } from 'nanostores';

/** Number of different products in the member's cart; 0 for guests and until it is known. */
export const $cartCount = atom(0);

/** Name of the channel that keeps the count the same in all tabs. */
const CHANNEL = 'cart-count';

/** Sets the count that the API has returned, here and in the other tabs. */
export function setCartCount(count: number): void {
  $cartCount.set(count);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(count);
  channel.close();
}

onMount($cartCount, () => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => $cartCount.set(Number(data)));
  return () => channel.close();
});
