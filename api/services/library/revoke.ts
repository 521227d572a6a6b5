import type { Connection } from '../../db/connection.ts';
import { revokeEntries } from '../../db/repositories/library.ts';
import { findOrder, type Order } from '../../db/repositories/orders.ts';
import { listRefundsOf } from '../../db/repositories/refunds.ts';
import { subtotalOf } from '../cart/pricing.ts';

/**
 * Takes out of the buyer's library what was given back: everything once all of the money has gone back,
 * otherwise the lines that a refund was for. Money that goes back for no line in particular, as a
 * goodwill, takes nothing. Belongs in the transaction that notes the refund; doing it again changes
 * nothing.
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
            lines === null ? linesWorth(order, amount) : (JSON.parse(lines) as number[]),
          );
  if (positions.length > 0) revokeEntries(database, { orderId, positions, now });
}

/**
 * The line that a refund was for of which only the amount is known, as providers tell it: the one for
 * which just that was paid, where there is exactly one.
 */
function linesWorth({ lines }: Order, amount: number): number[] {
  if (lines.length < 2) return [];
  const fitting = [...lines.entries()].filter(
    ([, line]) => subtotalOf(line) - line.discount === amount,
  );
  return fitting.length === 1 ? fitting.map(([position]) => position) : [];
}
