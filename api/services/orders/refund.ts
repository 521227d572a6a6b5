import { SUM_MAX, toDecimalText, toMinor } from '#contracts/money.ts';
import type { OrderResponse } from '#contracts/order.ts';
import { listRevokedLines } from '../../db/repositories/library.ts';
import {
  deleteRefund,
  endRefund,
  findOrder,
  findOrderByPublicId,
  findRefund,
  insertRefund,
  listRefundsOf,
  type Order,
  type Refund,
  sumRefundsOf,
} from '../../db/repositories/orders.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { backoffAfter, claim, externalBackoff, hasDue, reschedule } from '../../queue/queue.ts';
import { refundQueue } from '../../queue/queues.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { createPublicId } from '../identifiers.ts';
import { getRefundable, toOrderResponse } from './orders.ts';
import { revokeRefunded, sendRefundEmail } from './settle-order.ts';

/** Amount to refund, or the lines by the `_id` of their products. */
interface RefundInput {
  amount?: number | undefined;
  lines?: string[] | undefined;
  reason: string;
}

export interface RefundResult {
  state: Refund['state'];
  order: OrderResponse;
}

/**
 * Refunds an order: the remaining amount, a part of it, or the price of some lines, which then
 * leave the buyer's library. The refund is stored before the provider is called, and requested again
 * under the same ID until the provider confirms or refuses it.
 * @throws DomainError NOT_FOUND, VALIDATION, STATE_CONFLICT for more than is left, PAYMENT_UNAVAILABLE
 */
export async function refundOrder(
  context: PaymentContext,
  id: string,
  input: RefundInput,
): Promise<RefundResult> {
  const { database } = context;
  const { order, refund } = await database.write(() => storeRefund(context, id, input));
  const ended = await requestRefund(context, order, refund);
  const after = findOrder(database, order.id) ?? order;
  if (ended.state === 'failed') {
    throw new DomainError('STATE_CONFLICT', { msg: `The refund was refused. ${ended.reason}` });
  }
  return { state: ended.state, order: toOrderResponse(database, after) };
}

function storeRefund(
  context: PaymentContext,
  id: string,
  { amount: requestedAmount, lines: wanted, reason }: RefundInput,
): { order: Order; refund: Refund } {
  const { database, clock } = context;
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  if (order.captureId === null) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Nothing was paid for this order.' });
  }
  // It would stay pending forever and block other refunds of the order.
  if (order.provider !== 'free' && !context.providers[order.provider]) {
    const msg =
      'The payment provider of this order is no longer configured. Please refund it there.';
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  const left = getRefundable(context, order);
  const lines = wanted === undefined ? null : positionsOf(order, wanted);
  if (lines !== null) assertNotRefunded(context, order, lines);
  const all = lines === null ? left : paidFor(order, lines);
  const amount =
    requestedAmount === undefined ? all : toMinor(requestedAmount, order.currency, SUM_MAX);
  if (amount === null || (requestedAmount !== undefined && amount === 0)) {
    const msg = `Enter an amount in ${order.currency} with the right number of decimals.`;
    throw fieldError('amount', msg);
  }
  if (left === 0 || amount > left) {
    const most = toDecimalText(left, order.currency);
    const msg = `At most ${most} ${order.currency} of this order can be refunded.`;
    throw fieldError('amount', msg, { code: 'STATE_CONFLICT' });
  }
  if (amount === 0) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Nothing was paid for these lines.' });
  }
  const refund = insertRefund(database, {
    publicId: createPublicId(),
    orderId: order.id,
    amount,
    state: 'sending',
    reason,
    providerId: null,
    nextAt: clock() + externalBackoff.firstMs,
    createdAt: clock(),
    endedAt: null,
    // A custom amount refunds no line, even if it equals the price of one.
    lines: lines === null && requestedAmount === undefined ? null : JSON.stringify(lines ?? []),
  });
  if (!refund) throw new Error('a refund was not stored');
  return { order, refund };
}

/** Returns the positions of products in an order. @throws DomainError VALIDATION for other products */
function positionsOf(order: Order, products: string[]): number[] {
  const positions = [...new Set(products)].map((product) =>
    order.lines.findIndex((line) => line.product === product),
  );
  if (!positions.includes(-1)) return positions;
  const msg = 'This order does not contain this line.';
  throw fieldError('lines', msg);
}

/**
 * Refuses a second refund of the same line, such as after a double click. Call it in the
 * transaction that stores the refund.
 */
function assertNotRefunded({ database }: PaymentContext, order: Order, positions: number[]): void {
  const back = listRevokedLines(database, order.id);
  for (const { state, lines } of listRefundsOf(database, order.id)) {
    if (state === 'failed' || lines === null) continue;
    for (const position of JSON.parse(lines) as number[]) back.add(position);
  }
  const twice = positions.find((position) => back.has(position));
  if (twice === undefined) return;
  const msg = `“${order.lines[twice]?.title}” was already refunded, or its refund is in progress.`;
  throw fieldError('lines', msg, { code: 'STATE_CONFLICT' });
}

/** Returns the amount paid for lines of an order, after discounts. */
const paidFor = ({ lines }: Order, positions: number[]): number =>
  positions.reduce((sum, position) => {
    const line = lines[position];
    return line ? sum + subtotalOf(line) - line.discount : sum;
  }, 0);

/** Requests a refund from the provider, which executes repeated requests once. */
async function requestRefund(
  context: PaymentContext,
  order: Order,
  refund: Refund,
): Promise<Refund> {
  const { database, clock } = context;
  const paymentProvider = order.provider === 'free' ? undefined : context.providers[order.provider];
  if (!paymentProvider || order.captureId === null) return refund;
  const sum = { currency: order.currency, value: toDecimalText(refund.amount, order.currency) };
  const result = await paymentProvider.refund(order.captureId, { requestId: refund.publicId, sum });
  return database.write(() => {
    if (result.status === 'unknown') {
      const lease = { id: refund.id, leaseUntil: refund.nextAt ?? 0 };
      const at = clock() + backoffAfter(refund.pollCount, externalBackoff);
      reschedule(database, refundQueue, lease, at);
    } else {
      const done = result.status === 'done';
      const reported = done && findReportedRefund(context, refund, result.id);
      // A webhook has already recorded the same refund.
      if (reported) {
        deleteRefund(database, refund.id);
        return reported;
      }
      const reason = done ? refund.reason : result.reason;
      const ended = endRefund(database, refund.id, {
        state: done ? 'done' : 'failed',
        providerId: done ? result.id : null,
        reason,
        now: clock(),
      });
      if (ended && done) sendRefundEmail(context, order, refund.amount);
      sumRefundsOf(database, order.id);
      revokeRefunded(database, order.id, clock());
    }
    return findRefund(database, refund.id) ?? refund;
  });
}

const findReportedRefund = (
  { database }: PaymentContext,
  { id, orderId }: Refund,
  providerId: string,
) =>
  listRefundsOf(database, orderId).find(
    (other) => other.providerId === providerId && other.id !== id,
  );

/** Requests the refund again that has been due longest. @returns its new row, or null if none is due */
export async function refundNext(context: PaymentContext): Promise<Refund | null> {
  const { database, clock } = context;
  if (!hasDue(database, refundQueue, clock())) return null;
  const refund = await database.write(() => {
    const now = clock();
    const [claimed] = claim(database, refundQueue, { now, until: now + externalBackoff.firstMs });
    return claimed && findRefund(database, claimed.id);
  });
  const order = refund && findOrder(database, refund.orderId);
  return refund && order ? requestRefund(context, order, refund) : null;
}
