import { productTag } from '#contracts/product.ts';
import { findProductById } from '../../db/hot/products.ts';
import { deleteCartLine } from '../../db/repositories/carts.ts';
import { type Checkout, changeCheckout } from '../../db/repositories/checkouts.ts';
import { clearCartDiscount, findCartDiscount } from '../../db/repositories/discounts.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { insertOrder, type Order } from '../../db/repositories/orders.ts';
import { countSold } from '../../db/repositories/product-writes.ts';
import type { Captured } from '../../integrations/payment/payer.ts';
import { createPublicId } from '../articles/public-id.ts';
import type { Till } from '../checkout/till.ts';
import { grantAccess } from '../library/grant-access.ts';
import { enqueueMail } from '../mail/queue.ts';
import { touchProduct } from '../products/touch-product.ts';
import { receiptLetter } from './letters.ts';

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
