import { toDecimal } from '#contracts/money.ts';
import type { OrderResponse } from '#contracts/order.ts';
import type { Connection } from '../../db/connection.ts';
import { listRevokedLines } from '../../db/repositories/library.ts';
import type { Order } from '../../db/repositories/orders.ts';
import { listRefundsOf } from '../../db/repositories/refunds.ts';
import { subtotalOf } from '../cart/pricing.ts';
import { mediaUrl } from '../media/store-image.ts';

const iso = (time: number) => new Date(time).toISOString();

/** How much of an order still stands. */
export function statusOf({ total, refunded }: Order): OrderResponse['status'] {
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partly-refunded' : 'refunded';
}

/** An order in the words of the documentation. */
export function toOrderResponse(database: Connection, order: Order): OrderResponse {
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
