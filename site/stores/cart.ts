import { atom, onMount } from 'nanostores';
import type { z } from 'zod';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { SUM_MAX, toDecimal, toMinor } from '#contracts/money.ts';
import type { checkoutResponse } from '#contracts/order.ts';
import { callApi } from '../client/api-client.ts';
import { $session } from './session.ts';

/** Number of different products in the member's cart; 0 for guests and until it is known. */
export const $cartCount = atom(0);

/** The member's cart as the API has last returned it; null until then. */
export const $cart = atom<Cart | null>(null);

/** Tabs tell each other the new count after the cart was changed. */
let channel: BroadcastChannel | undefined;
const openChannel = () => {
  channel ??= new BroadcastChannel('cart');
  return channel;
};

onMount($cartCount, () => {
  // An open channel would keep the publisher's threads from ending.
  if (import.meta.env.SSR) return;
  const follow = ({ data }: MessageEvent) => $cartCount.set(Number(data));
  openChannel().addEventListener('message', follow);
  const leave = $session.subscribe((session) => {
    if (session.state === 'signed-in' && !answered) $cartCount.set(session.personal.cartCount);
  });
  return () => {
    openChannel().removeEventListener('message', follow);
    leave();
  };
});

/** Returns what a change will probably make of the cart. */
type Expectation = (cart: Cart) => Cart;

/** The cart of the API's last answer, and the changes that it has not answered yet. */
let answered: Cart | null = null;
let expected: readonly Expectation[] = [];

/** Shows the cart with the changes that are expected. */
function show(): void {
  if (!answered) return;
  const cart = expected.reduce((cart, expectation) => expectation(cart), answered);
  $cart.set(cart);
  $cartCount.set(cart.count);
}

/** Number of the latest request, and of the one whose answer is shown. */
let latest = 0;
let shown = 0;

/** Takes the cart of an answer, unless that of a later request is there already. */
async function receive<Answer extends Cart>(
  request: Promise<Answer>,
  expectation?: Expectation,
): Promise<Answer> {
  latest += 1;
  const number = latest;
  try {
    const cart = await request;
    if (number > shown) {
      shown = number;
      answered = cart;
    }
    return cart;
  } finally {
    expected = expected.filter((other) => other !== expectation);
    show();
  }
}

/**
 * Requests wait for the change before them: the API might answer a later request first, and the cart of an
 * earlier moment would stay on the screen.
 */
let changed: Promise<unknown> = Promise.resolve();

/** Changes the cart. What is expected is shown at once, and taken back if the API refuses. */
async function change(
  send: () => Promise<Cart & { msg: string }>,
  expectation: Expectation = (cart) => cart,
): Promise<{ msg: string }> {
  expected = [...expected, expectation];
  show();
  const answer = changed.then(() => receive(send(), expectation));
  changed = answer.catch(() => undefined);
  const { count, msg } = await answer;
  openChannel().postMessage(count);
  return { msg };
}

/** Loads the cart. @throws ApiError */
export async function loadCart(): Promise<Cart> {
  await changed;
  return receive(callApi<Cart>('GET', '/api/cart'));
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
  change(
    () => callApi('POST', '/api/cart', { body: { product } }),
    (cart) => (isIn(cart, product) ? cart : { ...cart, count: cart.count + 1 }),
  );
export const changeQuantity = (product: string, quantity: number) =>
  change(
    () => callApi('PUT', `/api/cart/${product}`, { body: { quantity } }),
    (cart) =>
      withLines(
        cart,
        cart.cart.map((line) => (line._id === product ? withQuantity(line, quantity, cart) : line)),
      ),
  );
/** The API checks the amount, so that it is not shown before the answer. */
export const changeAmount = (product: string, amount: number) =>
  change(() => callApi('PUT', `/api/cart/${product}`, { body: { amount } }));
export const removeFromCart = (product: string) =>
  change(
    () => callApi('DELETE', `/api/cart/${product}`),
    (cart) =>
      withLines(
        cart,
        cart.cart.filter(({ _id }) => _id !== product),
      ),
  );
export const enterCode = (code: string) =>
  change(() => callApi('PUT', '/api/cart/discount', { body: { code } }));
export const removeCode = () => change(() => callApi('DELETE', '/api/cart/discount'));

/** Starts the payment for the cart. @param total sum that the buyer was shown */
export const startCheckout = (total: number) =>
  callApi<z.infer<typeof checkoutResponse>>('POST', '/api/checkout', {
    body: { terms: true, immediate: true, total },
  });

const isIn = ({ cart }: Cart, product: string) => cart.some(({ _id }) => _id === product);

const withQuantity = (line: CartLine, quantity: number, { currency }: Cart): CartLine => ({
  ...line,
  quantity,
  subtotal: sum(Array(quantity).fill(line.price), currency),
});

/** The cart with other lines. Only the API knows what a discount code takes off them. */
function withLines(cart: Cart, lines: CartLine[]): Cart {
  const ready = lines.filter(({ state }) => state === 'ready');
  const subtotals = ready.map(({ subtotal }) => subtotal);
  const subtotal = sum(subtotals, cart.currency);
  const count = cart.count + lines.length - cart.cart.length;
  const total = cart.code ? cart.total : subtotal;
  return { ...cart, cart: lines, count, subtotal, total };
}

/** Adds prices in the smallest unit of the currency, without errors of rounding. */
const sum = (prices: readonly number[], currency: string) =>
  toDecimal(
    prices.reduce((total, price) => total + (toMinor(price, currency, SUM_MAX) ?? 0), 0),
    currency,
  );
