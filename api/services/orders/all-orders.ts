import { toDecimal } from '#contracts/money.ts';
import type { AdminOrderResponse, OrderListQuery } from '#contracts/order.ts';
import type { AppContext } from '../../context.ts';
import { listTrouble } from '../../db/repositories/checkouts.ts';
import {
  listDisputesOf,
  listOpenDisputes,
  listStrayDisputes,
} from '../../db/repositories/disputes.ts';
import {
  countOrders,
  findOrderByPublicId,
  listOrders,
  type Order,
  sumOrders,
} from '../../db/repositories/orders.ts';
import { listPaymentEvents } from '../../db/repositories/payment-events.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { toDisputeResponse } from '../disputes/dispute-response.ts';
import { leftOf } from './refund.ts';
import { toOrderResponse } from './response.ts';

type Context = Pick<AppContext, 'database'>;

/** Payments that do not fit, and disputes, which the list shows. */
const UNSETTLED_SHOWN = 50;

/** One page of all orders, and what is not settled beside them. */
export function readOrders({ database }: Context, { page, limit, ...filter }: OrderListQuery) {
  const result = countOrders(database, filter);
  const rows = listOrders(database, filter, { limit, offset: (page - 1) * limit });
  return {
    payments: rows.map((order) => ({
      ...toOrderResponse(database, order),
      disputes: listDisputesOf(database, order.id).length,
    })),
    result,
    totals: sumOrders(database).map(({ currency, orders, total, refunded }) => ({
      ...{ currency, orders },
      total: toDecimal(total, currency),
      refunded: toDecimal(refunded, currency),
    })),
    trouble: listTrouble(database, UNSETTLED_SHOWN).map(({ paymentId, reason, createdAt }) => ({
      paymentID: paymentId ?? '',
      reason: reason ?? '',
      createdAt: iso(createdAt),
    })),
    disputes: unsettledDisputes({ database }),
    page,
    pages: Math.ceil(result / limit),
  };
}

function unsettledDisputes({ database }: Context) {
  const open = listOpenDisputes(database, UNSETTLED_SHOWN);
  const known = new Set(open.map(({ id }) => id));
  const stray = listStrayDisputes(database, UNSETTLED_SHOWN).filter(({ id }) => !known.has(id));
  return [...open, ...stray].map(toDisputeResponse);
}

/** All that is known of one order. @throws DomainError NOT_FOUND */
export function readAnyOrder({ database }: Context, id: string): AdminOrderResponse {
  const order = findOrderByPublicId(database, id);
  if (!order) throw new DomainError('NOT_FOUND');
  return {
    ...toOrderResponse(database, order),
    captureID: order.captureId,
    member: findActiveUser(database.query, order.userId)?.publicId ?? null,
    left: toDecimal(leftOf({ database }, order), order.currency),
    disputes: listDisputesOf(database, order.id).map(toDisputeResponse),
    events: eventsOf({ database }, order),
  };
}

const eventsOf = ({ database }: Context, order: Order) =>
  listPaymentEvents(database, order).map(({ eventId, kind, receivedAt }) => ({
    ...{ _id: eventId, kind },
    receivedAt: iso(receivedAt),
  }));

const iso = (time: number) => new Date(time).toISOString();
