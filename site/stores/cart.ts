import { atom, onMount } from 'nanostores';
import type { z } from 'zod';
import type { Cart } from '#contracts/cart.ts';
import type { checkoutResponse } from '#contracts/order.ts';
import { callApi } from '../lib/api-client.ts';

/** Number of different products in the member's cart; 0 for guests and until it is known. */
export const $cartCount = atom(0);

/** The member's cart as the API has last returned it; null until then. */
export const $cart = atom<Cart | null>(null);

/** Tabs tell each other the new count after the cart was changed. */
let channel: BroadcastChannel | undefined;
const openChannel = () => {
  channel ??= new BroadcastChannel('bag');
  return channel;
};

onMount($cartCount, () => {
  // An open channel would keep the publisher's threads from ending.
  if (import.meta.env.SSR) return;
  const follow = ({ data }: MessageEvent) => $cartCount.set(Number(data));
  openChannel().addEventListener('message', follow);
  return () => openChannel().removeEventListener('message', follow);
});

/** Number of the latest request, and of the one whose answer is shown. */
let latest = 0;
let shown = 0;

/** Shows the cart of an answer, unless that of a later request is shown already. */
async function show<Answer extends Cart>(request: Promise<Answer>): Promise<Answer> {
  latest += 1;
  const number = latest;
  const cart = await request;
  if (number > shown) {
    shown = number;
    $cart.set(cart);
    $cartCount.set(cart.count);
  }
  return cart;
}

/**
 * Requests wait for the change before them: the API might answer a later request first, and the cart of an
 * earlier moment would stay on the screen.
 */
let changed: Promise<unknown> = Promise.resolve();

async function change(send: () => Promise<Cart & { msg: string }>): Promise<{ msg: string }> {
  const answer = changed.then(() => show(send()));
  changed = answer.catch(() => undefined);
  const { count, msg } = await answer;
  openChannel().postMessage(count);
  return { msg };
}

/** Loads the cart. @throws ApiError */
export async function loadCart(): Promise<Cart> {
  await changed;
  return show(callApi<Cart>('GET', '/api/cart'));
}

/** Calls `reload` when the cart may have changed: in another tab, on another device, by a payment. */
export function onCartOutdated(reload: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') reload();
  };
  const whenRestored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) reload();
  };
  openChannel().addEventListener('message', reload);
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', whenRestored);
  return () => {
    openChannel().removeEventListener('message', reload);
    document.removeEventListener('visibilitychange', whenVisible);
    removeEventListener('pageshow', whenRestored);
  };
}

export const addToCart = (product: string) =>
  change(() => callApi('POST', '/api/cart', { body: { product } }));
export const changeQuantity = (product: string, quantity: number) =>
  change(() => callApi('PUT', `/api/cart/${product}`, { body: { quantity } }));
export const changeAmount = (product: string, amount: number) =>
  change(() => callApi('PUT', `/api/cart/${product}`, { body: { amount } }));
export const removeFromCart = (product: string) =>
  change(() => callApi('DELETE', `/api/cart/${product}`));
export const enterCode = (code: string) =>
  change(() => callApi('PUT', '/api/cart/discount', { body: { code } }));
export const removeCode = () => change(() => callApi('DELETE', '/api/cart/discount'));

/** Starts the payment for the cart. @param total sum that the buyer was shown */
export const startCheckout = (total: number) =>
  callApi<z.infer<typeof checkoutResponse>>('POST', '/api/checkout', {
    body: { terms: true, immediate: true, total },
  });
