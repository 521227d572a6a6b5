import { SUM_MAX, toMinor } from '#contracts/money.ts';
import { findOrder, type Order } from '../../db/repositories/orders.ts';
import {
  endRefund,
  insertRefund,
  listRefundsOf,
  sumRefundsOf,
} from '../../db/repositories/refunds.ts';
import type { RefundSeen } from '../../integrations/payment/payer.ts';
import { createPublicId } from '../articles/public-id.ts';
import type { Till } from '../checkout/till.ts';
import { revokeRefunded } from '../library/revoke.ts';
import { enqueueMail } from '../mail/queue.ts';
import { refundLetter } from './letters.ts';

/** Who gave the money back, where nobody here did. */
const BY_PROVIDER = 'Refunded by the payment provider.';

/**
 * Writes down what has gone back according to the provider, each refund once. Belongs in a transaction.
 */
export function noteRefunds(till: Till, order: Order, seen: RefundSeen[]): void {
  const { database, clock } = till;
  if (seen.length === 0) return;
  for (const { id: providerId, ours, sum } of seen) {
    const known = listRefundsOf(database, order.id);
    if (known.some((refund) => refund.providerId === providerId)) continue;
    const asked = known.find(({ publicId, state }) => publicId === ours && state === 'sending');
    if (asked) {
      const { reason } = asked;
      endRefund(database, asked.id, { state: 'done', providerId, reason, now: clock() });
      tellOfRefund(till, order, asked.amount);
      continue;
    }
    const amount =
      sum.currency === order.currency ? toMinor(Number(sum.value), sum.currency, SUM_MAX) : null;
    if (amount === null || amount === 0) continue;
    const times = { nextAt: null, createdAt: clock(), endedAt: clock(), lines: null };
    const refund = { publicId: createPublicId(), orderId: order.id, amount, providerId };
    insertRefund(database, { ...refund, ...times, state: 'done', reason: BY_PROVIDER });
    tellOfRefund(till, order, amount);
  }
  sumRefundsOf(database, order.id);
  revokeRefunded(database, order.id, clock());
}

/** Says to the buyer by mail that money goes back; belongs in the transaction that notes it. */
export function tellOfRefund(till: Till, { id }: Order, amount: number): void {
  const { database, config } = till;
  // As it is now: whoever wanted to be forgotten has no address any more.
  const order = findOrder(database, id);
  if (!order || order.buyer.email === '') return;
  const letter = refundLetter(order, amount, config.siteUrl);
  enqueueMail(database.query, till, { kind: 'order', to: order.buyer.email, letter });
}
