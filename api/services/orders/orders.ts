import { toDecimal } from '#contracts/money.ts';
import type { OrderHistory, OrderResponse } from '#contracts/order.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/client.ts';
import { listCheckouts } from '../../db/repositories/checkouts.ts';
import { listRevokedLines } from '../../db/repositories/library.ts';
import {
  countOrdersOf,
  findOrderByPublicId,
  listOrdersOf,
  type Order,
} from '../../db/repositories/orders.ts';
import { listRefundsOf } from '../../db/repositories/refunds.ts';
import { DomainError } from '../../errors.ts';
import { subtotalOf } from '../cart/pricing.ts';
import { mediaUrl } from '../media/store-image.ts';

/** Returns how much of an order was refunded, as a status. */
export function statusOf({ total, refunded }: Order): OrderResponse['status'] {
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partly-refunded' : 'refunded';
}

/** Converts an order to its documented API response. */
export function toOrderResponse(database: Database, order: Order): OrderResponse {
  const money = (minor: number) => toDecimal(minor, order.currency);
  const revoked = listRevokedLines(database, order.id);
  return {
    _id: order.publicId,
    number: order.number,
    paymentID: order.paymentId,
    provider: order.provider,
    status: statusOf(order),
    address: order.address,
    buyer: order.buyer,
    seller: order.seller,
    taxLine: order.taxLine,
    terms: order.terms,
    consentedAt: iso(order.consentedAt),
    cart: order.lines.map((line, position) => ({
      _id: line.product,
      title: line.title,
      images: line.picture === null ? null : { url: mediaUrl({ fileName: line.picture }) },
      sells: line.sells,
      quantity: line.quantity,
      price: money(line.price),
      subtotal: money(subtotalOf(line)),
      discount: money(line.discount),
      files: line.files,
      givenBack: revoked.has(position),
    })),
    currency: order.currency,
    subtotal: money(order.subtotal),
    discount: money(order.discount),
    discountCode: order.discountCode,
    total: money(order.total),
    refunded: money(order.refunded),
    refunds: listRefundsOf(database, order.id).map((refund) => ({
      _id: refund.publicId,
      amount: money(refund.amount),
      state: refund.state,
      reason: refund.reason,
      createdAt: iso(refund.createdAt),
    })),
    createdAt: iso(order.createdAt),
  };
}

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Returns one page of a member's orders, newest first, and their unconfirmed payments. */
export function getOrderHistory(
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
      paymentID: paymentId ?? '',
      provider,
      currency,
      total: toDecimal(total, currency),
      titles: lines.map(({ title }) => title),
      createdAt: iso(createdAt),
    })),
    page,
    pages: Math.ceil(orders / limit),
  };
}

/** Returns an order for its buyer or an admin; others get the error of an unknown order. @throws DomainError NOT_FOUND */
export function getOrder(
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

/** Returns the amount that can still be refunded, without pending refunds. */
export function getRefundable({ database }: Pick<Context, 'database'>, order: Order): number {
  if (order.captureId === null) return 0;
  const pending = listRefundsOf(database, order.id)
    .filter(({ state }) => state === 'sending')
    .reduce((sum, refund) => sum + refund.amount, 0);
  return Math.max(0, order.total - order.refunded - pending);
}
