import { DAY_MS } from '#contracts/durations.ts';
import type { OrderAddress } from '#contracts/order.ts';
import { writeStored } from './storage.ts';
import { readStoredJson } from './stored-json.ts';

const KEY = 'cart-pending';
/** Milliseconds after which a pending purchase expires. */
const EXPIRES_MS = DAY_MS;

/**
 * Moves the product of `/shop/cart#buy=…` from the URL into storage, where it stays while a guest signs in
 * or registers. Links on other sites are ignored, so that they cannot fill a cart.
 */
export function storePendingPurchase(): void {
  const { hash, origin, pathname, search } = location;
  if (!hash.startsWith('#buy=')) return;
  const product = /^#buy=([\w-]{1,64})$/.exec(hash)?.[1];
  const { referrer } = document;
  const isFromThisSite = URL.canParse(referrer) && new URL(referrer).origin === origin;
  if (product && isFromThisSite) writeStored(KEY, JSON.stringify({ product, at: Date.now() }));
  history.replaceState(null, '', pathname + search);
}

/** Returns the ID of the product whose purchase is pending until the buyer signs in, or null. */
export function readPendingPurchase(): string | null {
  const { product, at } = (readStoredJson(KEY) ?? {}) as Record<string, unknown>;
  const isFresh = typeof at === 'number' && Date.now() - at < EXPIRES_MS;
  return isFresh && typeof product === 'string' ? product : null;
}

export function clearPendingPurchase(): void {
  writeStored(KEY, null);
}

// Ends with `-draft` to be cleared at sign-out, see client/clear-drafts.ts.
const ADDRESS_KEY = 'receipt-address-draft';

const addressFields = ['recipient_name', 'line1', 'postal_code', 'city', 'country_code'] as const;

/** Returns the address that the user typed in this tab for a purchase that is not paid yet. */
export function readReceiptAddress(userId: string): Partial<OrderAddress> {
  const stored = readStoredJson(ADDRESS_KEY, 'sessionStorage') as Record<string, unknown> | null;
  if (stored?.userId !== userId) return {};
  const entries = addressFields.flatMap((name) => {
    const value = stored[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
  });
  return Object.fromEntries(entries) as Partial<OrderAddress>;
}

/** Stores the address while the tab is open. Without storage the receipt shows the name of the account. */
export function storeReceiptAddress(userId: string, address: Partial<OrderAddress>): void {
  writeStored(ADDRESS_KEY, JSON.stringify({ ...address, userId }), 'sessionStorage');
}

export function clearReceiptAddress(): void {
  writeStored(ADDRESS_KEY, null, 'sessionStorage');
}
