import type { EmailContent } from '#contracts/mail.ts';
import { formatMoney, SUM_MAX, toDecimalText, toMinor } from '#contracts/money.ts';
import { productTag } from '#contracts/product.ts';
import { LIBRARY_PATH, orderPath } from '#contracts/shop-messages.ts';
import type { Database } from '../../db/database.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { findProductById } from '../../db/hot/products.ts';
import { deleteCartLine } from '../../db/repositories/carts.ts';
import { deleteCartDiscount, findCartDiscount } from '../../db/repositories/discounts.ts';
import { revokeEntries } from '../../db/repositories/library.ts';
import {
  endRefund,
  findOrder,
  insertOrder,
  insertRefund,
  listRefundsOf,
  type Order,
  sumRefundsOf,
} from '../../db/repositories/orders.ts';
import { type Checkout, updateCheckout } from '../../db/repositories/payments.ts';
import { incrementSold } from '../../db/repositories/products.ts';
import type { CapturedPayment, ReportedRefund } from '../../integrations/payment/provider.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { createPublicId } from '../identifiers.ts';
import { grantAccess } from '../library/library.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { formatLongDay } from '../mail/render-email.ts';
import { enqueueProductPages } from '../products/read-products.ts';

/** Reason of refunds that were made at the provider. */
const BY_PROVIDER = 'Refunded by the payment provider.';

/** Returns the reason why a captured payment does not match its checkout, or null. */
export function findMismatch(
  { config }: PaymentContext,
  checkout: Checkout,
  payment: CapturedPayment,
): string | null {
  const { currency } = checkout;
  if (payment.orderId !== checkout.publicId) return 'The payment belongs to another order.';
  const received = toMinor(Number(payment.sum.value), currency, SUM_MAX);
  if (payment.sum.currency !== currency || received !== checkout.total) {
    const value = toDecimalText(checkout.total, currency);
    const sum = `${payment.sum.value} ${payment.sum.currency}`;
    return `Received ${sum} instead of ${value} ${currency}.`;
  }
  const merchant = checkout.provider === 'paypal' ? config.paypal?.merchantId : null;
  if (merchant && payment.payee !== null && payment.payee !== merchant) {
    return 'The money went to another recipient.';
  }
  return null;
}

/**
 * Creates the order of a paid checkout: library entries, sold counts, emptied cart, receipt, and a refresh
 * of the pages that show sold counts. Everything that buyers get belongs here. Call it in a transaction
 * that has found no order of the checkout.
 * @param payment null if the checkout is free
 */
export function settleOrder(
  context: PaymentContext,
  checkout: Checkout,
  payment: CapturedPayment | null,
): Order {
  const order = createOrder(context, checkout, payment);
  if (!payment) return order;
  recordRefunds(context, order, payment.refunds);
  return findOrder(context.database, order.id) ?? order;
}

function createOrder(
  context: PaymentContext,
  checkout: Checkout,
  payment: CapturedPayment | null,
): Order {
  const { config, database, clock } = context;
  const now = clock();
  const { userId, lines, buyer, discountId, id: checkoutId } = checkout;
  const order = insertOrder(database, {
    publicId: createPublicId(),
    checkoutId,
    userId,
    provider: checkout.provider,
    currency: checkout.currency,
    subtotal: checkout.subtotal,
    discount: checkout.discount,
    total: checkout.total,
    lines,
    buyer,
    seller: checkout.seller,
    taxLine: checkout.taxLine,
    terms: checkout.terms,
    consentedAt: checkout.consentedAt,
    createdAt: now,
    discountId,
    discountCode: checkout.discountCode,
    paymentId: checkout.paymentId ?? checkout.publicId,
    captureId: payment?.captureId ?? null,
    address: checkout.address ?? payment?.recipient ?? addressOf(buyer),
  });
  grantAccess(database, order);
  for (const { productId, quantity } of lines) {
    const before = findProductById(database, productId);
    incrementSold(database.query, productId, quantity, now);
    // A sold product cannot stay deleted: it comes back as retired, with its page.
    const after = before?.state === 'deleted' && findProductById(database, productId);
    if (after) enqueueProductPages(context, before, after);
    deleteCartLine(database, { userId, productId });
  }
  if (discountId !== null && findCartDiscount(database, userId)?.id === discountId) {
    deleteCartDiscount(database, userId);
  }
  const open = ['creating', 'open', 'capturing', 'pending', 'unmatched', 'ended'] as const;
  updateCheckout(database, checkoutId, [...open], { state: 'paid', nextAt: null, reason: null });
  const content = createReceiptEmail(order, config.siteUrl);
  enqueueEmail(database.query, context, { kind: 'order', to: buyer.email, content });
  const tags = lines.map(({ productId }) => productTag(productId));
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now });
  return order;
}

/** Returns the address of an order whose buyer gave none. */
const addressOf = ({ name }: Checkout['buyer']): Order['address'] => ({
  recipient_name: name,
  line1: '',
  city: '',
  postal_code: '',
  country_code: '',
});

function createReceiptEmail(order: Order, siteUrl: string): EmailContent {
  const money = (minor: number) => formatMoney(minor, order.currency);
  const lines = order.lines.map(
    (line) => `${line.quantity} × ${line.title}: ${money(subtotalOf(line))}`,
  );
  const sums = [
    ...(order.discount > 0 ? [`Discount ${order.discountCode}: −${money(order.discount)}`] : []),
    `Total: ${money(order.total)}`,
    ...(order.taxLine === '' ? [] : [order.taxLine]),
  ];
  return {
    subject: `Your order ${order.number}`,
    title: 'Thank you for your order',
    paragraphs: [
      `Your order ${order.number} from ${formatLongDay(order.createdAt)} is paid. You bought:`,
    ],
    quote: [...lines, '', ...sums].join('\n'),
    button: { label: 'See the order and its receipt', href: siteUrl + orderPath(order.publicId) },
    afterButton: [
      `All your downloads are in your library: ${siteUrl}${LIBRARY_PATH}`,
      `Payment: ${order.paymentId}.${order.provider === 'demo' ? ' The demo provider did not charge any money.' : ''}`,
      'You accepted the terms and immediate delivery; both are recorded with the order.',
      `Sold by:\n${order.seller}`,
    ],
    reason: `You are receiving this email because you bought something at ${siteUrl}.`,
  };
}

/** Stores the refunds that the provider reports, each one once. Call it in a transaction. */
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
  const content = createRefundEmail(order, amount, config.siteUrl);
  enqueueEmail(database.query, context, { kind: 'order', to: order.buyer.email, content });
}

/**
 * Revokes access to refunded products: all of a fully refunded order, or the lines of a refund. Refunds without
 * lines, such as goodwill, revoke nothing. Call it in the transaction that stores the refund; it is idempotent.
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

/** Finds the line of a refund that the provider reported only with an amount, if exactly one line matches. */
function findLineOfAmount({ lines }: Order, amount: number): number[] {
  if (lines.length < 2) return [];
  const fitting = [...lines.entries()].filter(
    ([, line]) => subtotalOf(line) - line.discount === amount,
  );
  return fitting.length === 1 ? fitting.map(([position]) => position) : [];
}

function createRefundEmail(order: Order, amount: number, siteUrl: string): EmailContent {
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
