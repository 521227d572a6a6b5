import type { OrderAddress } from '#contracts/order.ts';
import { writeStored } from './storage.ts';
import { readStoredJson } from './stored-json.ts';

// Ends with `-draft` to be cleared at sign-out, see client/clear-drafts.ts.
const KEY = 'receipt-address-draft';

const fields = ['recipient_name', 'line1', 'postal_code', 'city', 'country_code'] as const;

/** Returns the address that the user typed in this tab for a purchase that is not paid yet. */
export function readReceiptAddress(userId: string): Partial<OrderAddress> {
  const stored = readStoredJson(KEY, 'sessionStorage') as Record<string, unknown> | null;
  if (stored?.userId !== userId) return {};
  const entries = fields.flatMap((name) => {
    const value = stored[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
  });
  return Object.fromEntries(entries) as Partial<OrderAddress>;
}

/** Stores the address while the tab is open. Without storage the receipt shows the name of the account. */
export function storeReceiptAddress(userId: string, address: Partial<OrderAddress>): void {
  writeStored(KEY, JSON.stringify({ ...address, userId }), 'sessionStorage');
}

export function clearReceiptAddress(): void {
  writeStored(KEY, null, 'sessionStorage');
}
