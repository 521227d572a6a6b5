import type { z } from 'zod';
import type { Cart } from '#contracts/cart.ts';
import type { checkoutResponse } from '#contracts/order.ts';
import { CART_CHANNEL, setCartCount } from '../../stores/cart.ts';
import { callApi } from '../api-client.ts';

type Changed = Cart & { msg: string };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CART_CHANNEL) : null;

/** Hears that the bag was changed in another tab, and how many products are in it now. */
export function onBagChange(hear: (count: number) => void): void {
  channel?.addEventListener('message', ({ data }) => hear(Number(data)));
}

async function changed(answer: Promise<Changed>): Promise<Changed> {
  const bag = await answer;
  channel?.postMessage(bag.count);
  setCartCount(bag.count);
  return bag;
}

export const readBag = () => callApi<Cart>('GET', '/api/cart');
export const addToBag = (product: string) =>
  changed(callApi('POST', '/api/cart', { body: { product } }));
export const changeQuantity = (product: string, quantity: number) =>
  changed(callApi('PUT', `/api/cart/${product}`, { body: { quantity } }));
export const changeAmount = (product: string, amount: number) =>
  changed(callApi('PUT', `/api/cart/${product}`, { body: { amount } }));
export const enterCode = (code: string) =>
  changed(callApi('PUT', '/api/cart/discount', { body: { code } }));
export const leaveCode = () => changed(callApi('DELETE', '/api/cart/discount'));
export const removeFromBag = (product: string) =>
  changed(callApi('DELETE', `/api/cart/${product}`));

/** Begins to pay for what is in the bag. @param total what the buyer is shown */
export const beginCheckout = (total: number) =>
  callApi<z.infer<typeof checkoutResponse>>('POST', '/api/checkout', {
    body: { terms: true, immediate: true, total },
  });
