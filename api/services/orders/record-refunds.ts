import type { Letter } from '#contracts/mail.ts';
import { formatMoney, SUM_MAX, toMinor } from '#contracts/money.ts';
import { orderPath } from '#contracts/shop-words.ts';
import type { Database } from '../../db/client.ts';
import { revokeEntries } from '../../db/repositories/library.ts';
import { findOrder, type Order } from '../../db/repositories/orders.ts';
import {
  endRefund,
  insertRefund,
  listRefundsOf,
  sumRefundsOf,
} from '../../db/repositories/refunds.ts';
import type { ReportedRefund } from '../../integrations/payment/provider.ts';
import { createPublicId } from '../articles/public-id.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Reason of refunds that were made at the provider. */
const BY_PROVIDER = 'Refunded by the payment provider.';

/**
 * Stores the refunds that the provider reports, each one once. Call it in a transaction.
 */
export function recordRefunds(context: PaymentContext, order: Order, seen: ReportedRefund[]): void {
  const { database, clock } = context;
  if (seen.length === 0) return;
  for (const { id: providerId, ours, sum } of seen) {
    const recorded = listRefundsOf(database, order.id);
    if (recorded.some((refund) => refund.providerId === providerId)) continue;
    const pendingRefund = recorded.find(
      ({ publicId, state }) => publicId === ours && state === 'sending',
    );
    if (pendingRefund) {
      const { reason } = pendingRefund;
      endRefund(database, pendingRefund.id, { state: 'done', providerId, reason, now: clock() });
      sendRefundEmail(context, order, pendingRefund.amount);
      continue;
    }
    const amount =
      sum.currency === order.currency ? toMinor(Number(sum.value), sum.currency, SUM_MAX) : null;
    if (amount === null || amount === 0) continue;
    const times = { nextAt: null, createdAt: clock(), endedAt: clock(), lines: null };
    const refund = { publicId: createPublicId(), orderId: order.id, amount, providerId };
    insertRefund(database, { ...refund, ...times, state: 'done', reason: BY_PROVIDER });
    sendRefundEmail(context, order, amount);
  }
  sumRefundsOf(database, order.id);
  revokeRefunded(database, order.id, clock());
}

/** Emails the buyer about a refund. Call it in the transaction that stores the refund. */
export function sendRefundEmail(context: PaymentContext, { id }: Order, amount: number): void {
  const { database, config } = context;
  // The current row: anonymised orders have no email address.
  const order = findOrder(database, id);
  if (!order || order.buyer.email === '') return;
  const letter = createRefundEmail(order, amount, config.siteUrl);
  enqueueMail(database.query, context, { kind: 'order', to: order.buyer.email, letter });
}

/**
 * Revokes access to refunded products: all of a fully refunded order, or the lines of a refund.
 * Refunds without lines, such as goodwill, revoke nothing. Call it in the transaction that stores
 * the refund; it is idempotent.
 */
export function revokeRefunded(database: Database, orderId: number, now: number): void {
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

/** Creates the email about a refund. */
function createRefundEmail(order: Order, amount: number, siteUrl: string): Letter {
  return {
    subject: `A refund for your order ${order.number}`,
    title: 'Your refund is on its way',
    paragraphs: [
      `We have refunded ${formatMoney(amount, order.currency)} of your order ${order.number} to your original payment method. Depending on your bank, this can take a few days.`,
    ],
    button: { label: 'See the order', href: siteUrl + orderPath(order.publicId) },
    reason: `You are receiving this email because you bought something at ${siteUrl}.`,
  };
}
