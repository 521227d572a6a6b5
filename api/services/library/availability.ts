import type { Connection } from '../../db/connection.ts';
import { findProductById } from '../../db/hot/products.ts';
import type { Checkout } from '../../db/repositories/checkouts.ts';
import { countKeys, countKeysPromised } from '../../db/repositories/licence-keys.ts';

/** Message for a payment that was not captured because the keys were sold meanwhile. */
export const KEYS_SOLD_OUT =
  'The licence keys sold out while you were paying. You have not been charged.';

/**
 * True if there are enough keys for a payment, apart from keys reserved by payments in progress.
 * Call it in the transaction that starts the capture.
 */
export function hasEnoughKeys(
  database: Connection,
  { id: exceptCheckout, lines }: Pick<Checkout, 'id' | 'lines'>,
): boolean {
  return lines.every(({ productId, quantity }) => {
    if (findProductById(database, productId)?.keysFrom !== 'list') return true;
    const { left, owed } = countKeys(database, productId);
    const reserved = countKeysPromised(database, { productId, exceptCheckout });
    return left - owed - reserved >= quantity;
  });
}
