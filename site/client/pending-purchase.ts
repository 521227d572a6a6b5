import { readStoredJson, writeStored } from './storage.ts';

const KEY = 'cart-pending';
/** Milliseconds after which a product that a guest wanted to buy is forgotten. */
const KEPT_MS = 86_400_000;

/**
 * Moves the product of `/shop/cart#buy=…` from the address into storage, where it waits while a guest signs
 * in or registers. A link of another site puts nothing into a cart.
 */
export function keepPendingPurchase(): void {
  const { hash, origin, pathname, search } = location;
  if (!hash.startsWith('#buy=')) return;
  const product = /^#buy=([\w-]{1,64})$/.exec(hash)?.[1];
  const { referrer } = document;
  const isFromHere = URL.canParse(referrer) && new URL(referrer).origin === origin;
  if (product && isFromHere) writeStored(KEY, JSON.stringify({ product, at: Date.now() }));
  history.replaceState(null, '', pathname + search);
}

function readPendingPurchase(): string | null {
  const { product, at } = (readStoredJson(KEY) ?? {}) as Record<string, unknown>;
  const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
  return isFresh && typeof product === 'string' ? product : null;
}

/** True if a product waits for its buyer to sign in. */
export const hasPendingPurchase = (): boolean => readPendingPurchase() !== null;

/** Returns the id of the product that waits, once. */
export function takePendingPurchase(): string | null {
  const product = readPendingPurchase();
  writeStored(KEY, null);
  return product;
}
