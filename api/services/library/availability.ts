import type { Connection } from '../../db/connection.ts';
import type { Checkout } from '../../db/repositories/checkouts.ts';
import { countKeys, countKeysPromised } from '../../db/repositories/licence-keys.ts';
import { findProductById } from '../../db/repositories/products.ts';

/** What is said of a payment whose money was not fetched, because its keys have gone to others. */
export const KEYS_GONE = 'The licence keys ran out while you were paying. Nothing was charged.';

/**
 * Whether there are keys for all that a payment is for, without those that are promised to payments whose
 * money is on its way. Belongs in the transaction from which on the money is fetched.
 */
export function hasKeysFor(
  database: Connection,
  { id: exceptCheckout, lines }: Pick<Checkout, 'id' | 'lines'>,
): boolean {
  return lines.every(({ productId, quantity }) => {
    if (findProductById(database, productId)?.keysFrom !== 'list') return true;
    const { left, owed } = countKeys(database, productId);
    const promised = countKeysPromised(database, { productId, exceptCheckout });
    return left - owed - promised >= quantity;
  });
}
