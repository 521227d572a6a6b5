import { toDecimalText, toMinor } from '#contracts/money.ts';
import type { OrderResponse } from '#contracts/order.ts';
import { findOrder, findOrderByPublicId, type Order } from '../../db/repositories/orders.ts';
import {
  deleteRefund,
  endRefund,
  findRefund,
  insertRefund,
  listDueRefunds,
  listRefundsOf,
  postponeRefund,
  type Refund,
  sumRefundsOf,
} from '../../db/repositories/refunds.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import type { Till } from '../checkout/till.ts';
import { tellOfRefund } from './note-refunds.ts';
import { toOrderResponse } from './response.ts';

/** Milliseconds until a refund whose end is not known is asked for again, doubling up to the second. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** What became of the wish for a refund. */
export interface RefundAnswer {
  state: Refund['state'];
  order: OrderResponse;
}

/**
 * Gives the money of an order back, all that is left or part of it. The wish is stored before the
 * provider hears of it, and asked for again under the same name until the provider has said yes or no.
 * @throws DomainError NOT_FOUND, VALIDATION, STATE_CONFLICT for more than is left, PAYMENT_AWAY
 */
export async function refundOrder(
  till: Till,
  id: string,
  wish: { amount?: number | undefined; reason: string },
): Promise<RefundAnswer> {
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
  { amount: asked, reason }: { amount?: number | undefined; reason: string },
): { order: Order; refund: Refund } {
  const { database, clock } = till;
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  if (order.captureId === null) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Nothing was paid for this order.' });
  }
  const onTheWay = listRefundsOf(database, order.id)
    .filter(({ state }) => state === 'sending')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const left = order.total - order.refunded - onTheWay;
  const amount = asked === undefined ? left : toMinor(asked, order.currency);
  if (amount === null || (asked !== undefined && amount === 0)) {
    const msg = `An amount in ${order.currency}, with no more digits than it has.`;
    throw new DomainError('VALIDATION', { msg, fields: { amount: msg } });
  }
  if (left <= 0 || amount > left) {
    const most = toDecimalText(Math.max(left, 0), order.currency);
    const msg = `No more than ${most} ${order.currency} is left of this order.`;
    throw new DomainError('STATE_CONFLICT', { msg, fields: { amount: msg } });
  }
  const refund = insertRefund(database, {
    ...{ publicId: createPublicId(), orderId: order.id, amount, state: 'sending', reason },
    ...{ providerId: null, nextAt: clock() + FIRST_WAIT_MS, createdAt: clock(), endedAt: null },
  });
  if (!refund) throw new Error('a refund was not stored');
  return { order, refund };
}

/** Asks the provider; the same refund asked for twice goes back once. */
async function carryOut(till: Till, order: Order, refund: Refund): Promise<Refund> {
  const { database, clock } = till;
  const payer = order.provider === 'free' ? undefined : till.payers[order.provider];
  if (!payer || order.captureId === null) return refund;
  const sum = { currency: order.currency, value: toDecimalText(refund.amount, order.currency) };
  const answer = await payer.refund(order.captureId, { requestId: refund.publicId, sum });
  return database.write(() => {
    if (answer.end === 'unknown') {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(refund.looks, 20), LONGEST_WAIT_MS);
      postponeRefund(database, refund.id, clock() + wait);
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
    }
    return findRefund(database, refund.id) ?? refund;
  });
}

const findTwin = ({ database }: Till, { id, orderId }: Refund, providerId: string) =>
  listRefundsOf(database, orderId).find(
    (other) => other.providerId === providerId && other.id !== id,
  );

/** Asks again for the refund that has waited longest. @returns it as it is now, or null */
export async function refundNext(till: Till): Promise<Refund | null> {
  const { database, clock } = till;
  const [due] = listDueRefunds(database, clock(), 1);
  const order = due && findOrder(database, due.orderId);
  if (!due || !order) return null;
  await database.write(() => postponeRefund(database, due.id, clock() + FIRST_WAIT_MS));
  return carryOut(till, order, due);
}
