import { atom, map, onMount } from 'nanostores';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { SUM_MAX, toDecimal, toMinor } from '#contracts/money.ts';
import { callApi } from '../client/api-client.ts';
import { pluralize } from '../format/pluralize.ts';
import { $session } from './session.ts';

/** Number of different products in the member's cart; 0 for guests and until it is loaded. */
export const $cartCount = atom(0);

/** Accessible name of the link to the cart. */
export const cartLabel = (count: number): string => `Cart, ${pluralize(count, 'product')}`;

/** The member's cart, with changes that the API has not confirmed yet; null until it is loaded. */
export const $cart = atom<Cart | null>(null);

/** Errors of the amounts in the fields of the cart, by the _id of their product; empty without an error. */
export const $amountErrors = map<Record<string, string>>({});

export const setAmountError = (product: string, error: string): void =>
  $amountErrors.setKey(product, error);

/** Sends the new count to the other tabs after a change of the cart. */
let channel: BroadcastChannel | undefined;
const openChannel = () => {
  channel ??= new BroadcastChannel('cart');
  return channel;
};

onMount($cartCount, () => {
  // An open channel would prevent the publisher's threads from exiting.
  if (import.meta.env.SSR) return;
  const follow = ({ data }: MessageEvent) => {
    countOfSession = Number(data);
    $cartCount.set(countOfSession);
  };
  openChannel().addEventListener('message', follow);
  const unsubscribe = $session.subscribe((session) => {
    if (session.state === 'guest') confirmedCart = null;
    if (session.state !== 'signed-in') return;
    countOfSession = session.personal.cartCount;
    if (!confirmedCart) showCart();
  });
  return () => {
    openChannel().removeEventListener('message', follow);
    unsubscribe();
  };
});

/** Returns the cart as it will probably be after a change. */
type OptimisticUpdate = (cart: Cart) => Cart;

/** The cart of the latest response, and the updates of changes that are still pending. */
let confirmedCart: Cart | null = null;
let pendingUpdates: readonly OptimisticUpdate[] = [];

/** Number of products in the response of the session; null until then. */
let countOfSession: number | null = null;

/** Shows the confirmed cart with the pending updates. */
function showCart(): void {
  if (!confirmedCart) {
    // Until the cart is loaded, products can only be added to it.
    if (countOfSession !== null) $cartCount.set(countOfSession + pendingUpdates.length);
    return;
  }
  const cart = pendingUpdates.reduce((cart, update) => update(cart), confirmedCart);
  $cart.set(cart);
  $cartCount.set(cart.count);
}

/** Numbers of the latest request and of the request whose response is shown. */
let latestRequest = 0;
let shownRequest = 0;

/** Shows the cart of a response, unless the response of a later request is shown already. */
async function receive<Response extends Cart>(
  request: Promise<Response>,
  update?: OptimisticUpdate,
): Promise<Response> {
  latestRequest += 1;
  const number = latestRequest;
  try {
    const cart = await request;
    if (number > shownRequest) {
      shownRequest = number;
      confirmedCart = cart;
    }
    return cart;
  } finally {
    pendingUpdates = pendingUpdates.filter((pending) => pending !== update);
    showCart();
  }
}

/** Latest change. Each request waits for it, because responses in another order would show an outdated cart. */
let latestChange: Promise<unknown> = Promise.resolve();

/** Changes the cart. The update is shown at once and reverted if the request fails. */
async function changeCart(
  send: () => Promise<Cart & { msg: string }>,
  update: OptimisticUpdate = (cart) => cart,
): Promise<{ msg: string }> {
  pendingUpdates = [...pendingUpdates, update];
  showCart();
  const response = latestChange.then(() => receive(send(), update));
  latestChange = response.catch(() => undefined);
  const { count, msg } = await response;
  openChannel().postMessage(count);
  return { msg };
}

/** Loads the cart. @throws ApiError */
export async function loadCart(): Promise<Cart> {
  await latestChange;
  return receive(callApi<Cart>('GET', '/api/cart'));
}

/**
 * Calls `reload` when the cart may have changed: in another tab, on another device or by a payment.
 * @returns a function that removes the listeners
 */
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
  changeCart(
    () => callApi('POST', '/api/cart', { body: { product }, hasInput: false }),
    (cart) => (isIn(cart, product) ? cart : { ...cart, count: cart.count + 1 }),
  );
export const changeQuantity = (product: string, quantity: number) =>
  changeCart(
    () => callApi('PUT', `/api/cart/${product}`, { body: { quantity }, hasInput: false }),
    (cart) =>
      withLines(
        cart,
        cart.cart.map((line) => (line._id === product ? withQuantity(line, quantity, cart) : line)),
      ),
  );
/** The API validates the amount, so it is shown only after the response. */
export const changeAmount = (product: string, amount: number) =>
  changeCart(() => callApi('PUT', `/api/cart/${product}`, { body: { amount } }));
export const removeFromCart = (product: string) =>
  changeCart(
    () => callApi('DELETE', `/api/cart/${product}`),
    (cart) =>
      withLines(
        cart,
        cart.cart.filter(({ _id }) => _id !== product),
      ),
  );
export const applyDiscountCode = (code: string) =>
  changeCart(() => callApi('PUT', '/api/cart/discount', { body: { code } }));
export const removeDiscountCode = () => changeCart(() => callApi('DELETE', '/api/cart/discount'));

/** Is fulfilled when the API has responded to all changes so far. */
export const whenCartIsSaved = (): Promise<unknown> => latestChange;

const isIn = ({ cart }: Cart, product: string) => cart.some(({ _id }) => _id === product);

const withQuantity = (line: CartLine, quantity: number, { currency }: Cart): CartLine => ({
  ...line,
  quantity,
  subtotal: sum(Array(quantity).fill(line.price), currency),
});

/** Returns the cart with other lines. Only the API can calculate the total with a discount code. */
function withLines(cart: Cart, lines: CartLine[]): Cart {
  const ready = lines.filter(({ state }) => state === 'ready');
  const subtotals = ready.map(({ subtotal }) => subtotal);
  const subtotal = sum(subtotals, cart.currency);
  const count = cart.count + lines.length - cart.cart.length;
  const total = cart.code ? cart.total : subtotal;
  return { ...cart, cart: lines, count, subtotal, total };
}

/** Adds prices in the smallest unit of the currency, without rounding errors. */
const sum = (prices: readonly number[], currency: string) =>
  toDecimal(
    prices.reduce((total, price) => total + (toMinor(price, currency, SUM_MAX) ?? 0), 0),
    currency,
  );
