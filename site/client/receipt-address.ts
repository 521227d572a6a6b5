import type { OrderAddress } from '#contracts/order.ts';
import { readStoredJson, writeStored } from './storage.ts';

// Ends with `-draft` to be cleared at sign-out, see client/clear-drafts.ts.
const KEY = 'receipt-address-draft';

const fields = ['recipient_name', 'line1', 'postal_code', 'city', 'country_code'] as const;

/** Returns the address that this user has typed in this tab and not yet paid with. */
export function readReceiptAddress(userId: string): Partial<OrderAddress> {
  const kept = readStoredJson(KEY, 'session') as Record<string, unknown> | null;
  if (kept?.userId !== userId) return {};
  const given = fields.flatMap((name) => {
    const value = kept[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
  });
  return Object.fromEntries(given) as Partial<OrderAddress>;
}

/** Keeps the address while the tab is open. Without storage the receipt carries the name of the account. */
export function keepReceiptAddress(userId: string, address: Partial<OrderAddress>): void {
  writeStored(KEY, JSON.stringify({ ...address, userId }), 'session');
}

export function forgetReceiptAddress(): void {
  writeStored(KEY, null, 'session');
}
