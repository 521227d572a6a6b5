import { toDecimal } from '#contracts/money.ts';
import type { OrderHistory, OrderResponse } from '#contracts/order.ts';
import type { AppContext } from '../../context.ts';
import { anonymiseCheckouts, listCheckouts } from '../../db/repositories/checkouts.ts';
import {
  anonymiseOrders,
  countOrdersOf,
  findOrderByPublicId,
  listOrdersOf,
} from '../../db/repositories/orders.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { DomainError } from '../../errors.ts';
import { toOrderResponse } from './response.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const DAYS_A_YEAR = 365.25;
const DAY_MS = 86_400_000;

/** One's own orders, newest first, and payments that are not decided yet. */
export function readHistory(
  { database }: Context,
  userId: number,
  { page, limit }: { page: number; limit: number },
): OrderHistory {
  const orders = countOrdersOf(database, userId);
  const rows = listOrdersOf(database, userId, { limit, offset: (page - 1) * limit });
  const underway = listCheckouts(database, userId, ['pending', 'capturing']);
  return {
    result: rows.map((order) => toOrderResponse(database, order)),
    orders,
    underway: underway.map(({ paymentId, provider, total, currency, lines, createdAt }) => ({
      ...{ paymentID: paymentId ?? '', provider, currency, total: toDecimal(total, currency) },
      titles: lines.map(({ title }) => title),
      createdAt: new Date(createdAt).toISOString(),
    })),
    page,
    pages: Math.ceil(orders / limit),
  };
}

/** One order, for its buyer and for admins; to others it is not there. @throws DomainError NOT_FOUND */
export function readOrder(
  { database }: Context,
  id: string,
  viewer: { userId: number; admin: boolean },
): OrderResponse {
  const order = findOrderByPublicId(database, id);
  if (!order || (order.userId !== viewer.userId && !viewer.admin)) {
    throw new DomainError('NOT_FOUND');
  }
  return toOrderResponse(database, order);
}

/** Takes the buyers out of orders whose account is gone, once the law does not want them any more. */
export async function anonymiseOldOrders({ database, clock }: Context): Promise<void> {
  const years = settingOf(database, 'order-years');
  if (years === 0) return;
  const time = clock() - years * DAYS_A_YEAR * DAY_MS;
  await database.write(() => {
    anonymiseOrders(database, { time, now: clock() });
    anonymiseCheckouts(database, time);
  });
}
