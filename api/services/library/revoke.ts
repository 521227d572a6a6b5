import type { Connection } from '../../db/connection.ts';
import { revokeEntries } from '../../db/repositories/library.ts';
import { findOrder, type Order } from '../../db/repositories/orders.ts';
import { listRefundsOf } from '../../db/repositories/refunds.ts';
import { subtotalOf } from '../cart/pricing.ts';

/**
 * Revokes access to refunded products: all of a fully refunded order, or the lines of a refund.
 * Refunds without lines, such as goodwill, revoke nothing. Call it in the transaction that stores
 * the refund; it is idempotent.
 */
export function revokeRefunded(database: Connection, orderId: number, now: number): void {
  const order = findOrder(database, orderId);
  if (!order || order.refunded === 0) return;
  const positions =
    order.refunded >= order.total
      ? [...order.lines.keys()]
      : listRefundsOf(database, orderId)
          .filter(({ state }) => state === 'done')
          .flatMap(({ lines, amount }) =>
            lines === null ? findLineOfAmount(order, amount) : (JSON.parse(lines) as number[]),
          );
  if (positions.length > 0) revokeEntries(database, { orderId, positions, now });
}

/**
 * Finds the line of a refund that the provider reported only with an amount, if exactly one line
 * matches.
 */
function findLineOfAmount({ lines }: Order, amount: number): number[] {
  if (lines.length < 2) return [];
  const fitting = [...lines.entries()].filter(
    ([, line]) => subtotalOf(line) - line.discount === amount,
  );
  return fitting.length === 1 ? fitting.map(([position]) => position) : [];
}
