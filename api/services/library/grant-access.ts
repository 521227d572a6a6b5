import type { Connection } from '../../db/connection.ts';
import { insertLibraryEntry } from '../../db/repositories/library.ts';
import type { Order } from '../../db/repositories/orders.ts';
import { grantKeys } from './keys.ts';

/**
 * Adds the products of an order to the buyer's library, with licence keys.
 * Call it in the transaction that creates the order.
 */
export function grantAccess(database: Connection, order: Order): void {
  const { id: orderId, userId, createdAt: boughtAt } = order;
  for (const [position, { productId, quantity }] of order.lines.entries()) {
    // Products are never deleted; a line without one comes from a site export.
    if (productId === null) continue;
    const entry = { userId, productId, orderId, position, quantity, boughtAt };
    const entryId = insertLibraryEntry(database, entry);
    grantKeys(database, { productId, userId, entryId, count: quantity, now: boughtAt });
  }
}
