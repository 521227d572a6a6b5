import type { Connection } from '../../db/connection.ts';
import { insertLibraryEntry } from '../../db/repositories/library.ts';
import type { Order } from '../../db/repositories/orders.ts';
import { giveKeys } from './keys.ts';

/**
 * Puts what was paid for into the library of its buyer, with its keys. Belongs in the transaction that
 * makes the order.
 */
export function addToLibrary(database: Connection, order: Order): void {
  const { id: orderId, userId, createdAt: boughtAt } = order;
  for (const [position, { productId, quantity }] of order.lines.entries()) {
    // The product's row stays for good; a line without one comes from an archive.
    if (productId === null) continue;
    const entry = { userId, productId, orderId, position, quantity, boughtAt };
    const entryId = insertLibraryEntry(database, entry);
    giveKeys(database, { productId, userId, entryId, count: quantity, now: boughtAt });
  }
}
