import type { Letter } from '#contracts/mail.ts';
import { formatMoney } from '#contracts/money.ts';
import { productTag } from '#contracts/product.ts';
import { LIBRARY_PATH, orderPath } from '#contracts/shop-words.ts';
import type { Connection } from '../../db/connection.ts';
import { findProductById } from '../../db/hot/products.ts';
import { deleteCartLine } from '../../db/repositories/carts.ts';
import { type Checkout, changeCheckout } from '../../db/repositories/checkouts.ts';
import { clearCartDiscount, findCartDiscount } from '../../db/repositories/discounts.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { insertLibraryEntry } from '../../db/repositories/library.ts';
import { insertOrder, type Order } from '../../db/repositories/orders.ts';
import { countSold } from '../../db/repositories/product-writes.ts';
import type { Captured } from '../../integrations/payment/payment-provider.ts';
import { createPublicId } from '../articles/public-id.ts';
import { subtotalOf } from '../cart/pricing.ts';
import type { Till } from '../checkout/payment-context.ts';
import { grantKeys } from '../library/keys.ts';
import { enqueueMail } from '../mail/queue.ts';
import { touchProduct } from '../products/touch-product.ts';

/**
 * Makes an order of a checkout that is paid: order, sold counts, emptied cart, receipt and the pages that
 * show how often something was sold. Belongs in one transaction, in which the caller has made sure that
 * there is no order yet; whatever else buyers get for their money belongs here too.
 * @param money that has arrived; null where nothing was to be paid
 */
export function fulfil(till: Till, checkout: Checkout, money: Captured | null): Order {
  const { config, database, clock } = till;
  const now = clock();
  const { userId, provider, currency, subtotal, discount, total, lines } = checkout;
  const { buyer, seller, taxLine, terms, consentedAt, id: checkoutId } = checkout;
  const { discountId, discountCode } = checkout;
  const order = insertOrder(database, {
    ...{ publicId: createPublicId(), checkoutId, userId, provider, currency, subtotal, discount },
    ...{ total, lines, buyer, seller, taxLine, terms, consentedAt, createdAt: now },
    ...{ discountId, discountCode },
    paymentId: checkout.paymentId ?? checkout.publicId,
    captureId: money?.captureId ?? null,
    address: checkout.address ??
      money?.recipient ?? {
        ...{ recipient_name: buyer.name, line1: '', city: '', postal_code: '', country_code: '' },
      },
  });
  grantAccess(database, order);
  for (const { productId, quantity } of lines) {
    const before = findProductById(database, productId);
    countSold(database.query, productId, quantity, now);
    // It is back as retired, and its page with it.
    const after = before?.state === 'deleted' && findProductById(database, productId);
    if (after) touchProduct(till, before, after);
    deleteCartLine(database, { userId, productId });
  }
  if (discountId !== null && findCartDiscount(database, userId)?.id === discountId) {
    clearCartDiscount(database, userId);
  }
  const open = ['creating', 'open', 'capturing', 'pending', 'trouble', 'ended'] as const;
  changeCheckout(database, checkoutId, [...open], { state: 'paid', nextAt: null, reason: null });
  const letter = receiptLetter(order, config.siteUrl);
  enqueueMail(database.query, till, { kind: 'order', to: buyer.email, letter });
  const tags = lines.map(({ productId }) => productTag(productId));
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now });
  return order;
}

/**
 * Adds the products of an order to the buyer's library, with licence keys.
 * Call it in the transaction that creates the order.
 */
export function grantAccess(database: Connection, order: Order): void {
  const { id: orderId, userId, createdAt: boughtAt } = order;
  for (const [position, { productId, quantity }] of order.lines.entries()) {
    // Products are never deleted; a line without one comes from a site export.
    if (productId === null) continue;
    const entry = { userId, productId, orderId, position, quantity, boughtAt };
    const entryId = insertLibraryEntry(database, entry);
    grantKeys(database, { productId, userId, entryId, count: quantity, now: boughtAt });
  }
}

/** The receipt of an order. */
function receiptLetter(order: Order, siteUrl: string): Letter {
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
    paragraphs: [`Your order ${order.number} from ${dayOf(order.createdAt)} is paid. You bought:`],
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

const dayOf = (time: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
