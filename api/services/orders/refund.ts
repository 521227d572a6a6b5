import { SUM_MAX, toDecimalText, toMinor } from '#contracts/money.ts';
import type { OrderResponse } from '#contracts/order.ts';
import { listRevokedLines } from '../../db/repositories/library.ts';
import { findOrder, findOrderByPublicId, type Order } from '../../db/repositories/orders.ts';
import {
  deleteRefund,
  endRefund,
  findRefund,
  insertRefund,
  listRefundsOf,
  type Refund,
  sumRefundsOf,
} from '../../db/repositories/refunds.ts';
import { DomainError } from '../../errors.ts';
import { backoffAfter, externalBackoff } from '../../queue/backoff.ts';
import { claim, hasDue, reschedule } from '../../queue/queue.ts';
import { refundQueue } from '../../queue/queues.ts';
import { createPublicId } from '../articles/public-id.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { Till } from '../checkout/payment-context.ts';
import { leftOf, toOrderResponse } from './orders.ts';
import { revokeRefunded, tellOfRefund } from './record-refunds.ts';

/** How much is to go back, or for which lines, by the `_id` of their products. */
interface RefundWish {
  amount?: number | undefined;
  lines?: string[] | undefined;
  reason: string;
}

/** What became of the wish for a refund. */
export interface RefundAnswer {
  state: Refund['state'];
  order: OrderResponse;
}

/**
 * Gives the money of an order back: all that is left, part of it, or what some of its lines cost, which
 * then leave the buyer's library. The wish is stored before the
 * provider hears of it, and asked for again under the same name until the provider has said yes or no.
 * @throws DomainError NOT_FOUND, VALIDATION, STATE_CONFLICT for more than is left, PAYMENT_AWAY
 */
export async function refundOrder(till: Till, id: string, wish: RefundWish): Promise<RefundAnswer> {
  const { database } = till;
  const { order, refund } = await database.write(() => store(till, id, wish));
  const ended = await carryOut(till, order, refund);
  const after = findOrder(database, order.id) ?? order;
  if (ended.state === 'failed') {
    throw new DomainError('STATE_CONFLICT', { msg: `The refund was refused. ${ended.reason}` });
  }
  return { state: ended.state, order: toOrderResponse(database, after) };
}

function store(
  till: Till,
  id: string,
  { amount: asked, lines: wanted, reason }: RefundWish,
): { order: Order; refund: Refund } {
  const { database, clock } = till;
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  if (order.captureId === null) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Nothing was paid for this order.' });
  }
  // Asked for for ever, it would keep what is left of the order from going back in another way.
  if (order.provider !== 'free' && !till.payers[order.provider]) {
    const msg =
      'The payment provider of this order is no longer configured. Please refund it there.';
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  const left = leftOf(till, order);
  const lines = wanted === undefined ? null : positionsOf(order, wanted);
  if (lines !== null) refuseTwice(till, order, lines);
  const all = lines === null ? left : paidFor(order, lines);
  const amount = asked === undefined ? all : toMinor(asked, order.currency, SUM_MAX);
  if (amount === null || (asked !== undefined && amount === 0)) {
    const msg = `Enter an amount in ${order.currency} with the right number of decimals.`;
    throw new DomainError('VALIDATION', { msg, fields: { amount: msg } });
  }
  if (left === 0 || amount > left) {
    const most = toDecimalText(left, order.currency);
    const msg = `At most ${most} ${order.currency} of this order can be refunded.`;
    throw new DomainError('STATE_CONFLICT', { msg, fields: { amount: msg } });
  }
  if (amount === 0) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Nothing was paid for these lines.' });
  }
  const refund = insertRefund(database, {
    ...{ publicId: createPublicId(), orderId: order.id, amount, state: 'sending', reason },
    ...{
      providerId: null,
      nextAt: clock() + externalBackoff.firstMs,
      createdAt: clock(),
      endedAt: null,
    },
    // An amount that the owner names is for no line, even where it is what one has cost.
    lines: lines === null && asked === undefined ? null : JSON.stringify(lines ?? []),
  });
  if (!refund) throw new Error('a refund was not stored');
  return { order, refund };
}

/** Where lines stand in an order. @throws DomainError VALIDATION for what is no part of it */
function positionsOf(order: Order, products: string[]): number[] {
  const positions = [...new Set(products)].map((product) =>
    order.lines.findIndex((line) => line.product === product),
  );
  if (!positions.includes(-1)) return positions;
  const msg = 'This order does not contain this line.';
  throw new DomainError('VALIDATION', { msg, fields: { lines: msg } });
}

/**
 * Stops a second refund of the same line, which two clicks or two windows would send. Belongs in the
 * transaction that stores the refund.
 */
function refuseTwice({ database }: Till, order: Order, positions: number[]): void {
  const back = listRevokedLines(database, order.id);
  for (const { state, lines } of listRefundsOf(database, order.id)) {
    if (state === 'failed' || lines === null) continue;
    for (const position of JSON.parse(lines) as number[]) back.add(position);
  }
  const twice = positions.find((position) => back.has(position));
  if (twice === undefined) return;
  const msg = `“${order.lines[twice]?.title}” was already refunded, or its refund is in progress.`;
  throw new DomainError('STATE_CONFLICT', { msg, fields: { lines: msg } });
}

/** What was paid for lines of an order, each less what was taken off it. */
const paidFor = ({ lines }: Order, positions: number[]): number =>
  positions.reduce((sum, position) => {
    const line = lines[position];
    return line ? sum + subtotalOf(line) - line.discount : sum;
  }, 0);

/** Asks the provider; the same refund asked for twice goes back once. */
async function carryOut(till: Till, order: Order, refund: Refund): Promise<Refund> {
  const { database, clock } = till;
  const payer = order.provider === 'free' ? undefined : till.payers[order.provider];
  if (!payer || order.captureId === null) return refund;
  const sum = { currency: order.currency, value: toDecimalText(refund.amount, order.currency) };
  const answer = await payer.refund(order.captureId, { requestId: refund.publicId, sum });
  return database.write(() => {
    if (answer.end === 'unknown') {
      const lease = { id: refund.id, leaseUntil: refund.nextAt ?? 0 };
      const at = clock() + backoffAfter(refund.looks, externalBackoff);
      reschedule(database, refundQueue, lease, at);
    } else {
      const done = answer.end === 'done';
      const twin = done && findTwin(till, refund, answer.id);
      // The provider has told of it by itself before: it went back once, and is counted once.
      if (twin) {
        deleteRefund(database, refund.id);
        return twin;
      }
      const reason = done ? refund.reason : answer.reason;
      const ended = endRefund(database, refund.id, {
        ...{ state: done ? 'done' : 'failed', providerId: done ? answer.id : null, reason },
        now: clock(),
      });
      if (ended && done) tellOfRefund(till, order, refund.amount);
      sumRefundsOf(database, order.id);
      revokeRefunded(database, order.id, clock());
    }
    return findRefund(database, refund.id) ?? refund;
  });
}

const findTwin = ({ database }: Till, { id, orderId }: Refund, providerId: string) =>
  listRefundsOf(database, orderId).find(
    (other) => other.providerId === providerId && other.id !== id,
  );

/** Requests the refund again that has been due longest. @returns its new row, or null if none is due */
export async function refundNext(till: Till): Promise<Refund | null> {
  const { database, clock } = till;
  if (!hasDue(database, refundQueue, clock())) return null;
  const refund = await database.write(() => {
    const now = clock();
    const [claimed] = claim(database, refundQueue, { now, until: now + externalBackoff.firstMs });
    return claimed && findRefund(database, claimed.id);
  });
  const order = refund && findOrder(database, refund.orderId);
  return refund && order ? carryOut(till, order, refund) : null;
}
