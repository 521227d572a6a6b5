import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderState } from '#contracts/order-states.ts';
import { insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { type PlanReader, readPlans, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as published from './hot/published-products.ts';
import * as carts from './repositories/carts.ts';
import * as discounts from './repositories/discounts.ts';
import * as orders from './repositories/orders.ts';
import * as refunds from './repositories/orders.ts';
import * as checkouts from './repositories/payments.ts';
import * as disputes from './repositories/payments.ts';
import * as demoPayments from './repositories/payments.ts';
import * as paymentEvents from './repositories/payments.ts';
import * as sales from './repositories/sales.ts';

let database: Database;
let plans: PlanReader;
beforeAll(() => {
  database = openMigrated();
  insertTestUser(database);
  insertTestProduct(database);
  plans = readPlans(database);
});
afterAll(() => database.close());

const part = { limit: 20, offset: 0 };
const filter = (search: string, state: OrderState = 'all') => ({ search, state });
const batch = { id: 0, limit: 5 };
const ofOrder = { id: 1, checkoutId: 1 };
const period = { currency: 'EUR', from: 0, to: 1 };
const event = { provider: 'paypal', eventId: 'x', kind: 'x', checkoutId: null, orderId: null };
const line = { userId: 1, productId: 1 };
const mine = { userId: 1, discountId: 1 };
const ending = { state: 'done', providerId: 'x', reason: '', now: 1 } as const;

it.each<[string, () => unknown]>([
  ['carts.listCartLines', () => carts.listCartLines(database, 1)],
  ['carts.countCartLines', () => carts.countCartLines(database, 1)],
  ['carts.findSaleProduct', () => carts.findSaleProduct(database, 'x')],
  [
    'carts.updateCartQuantity',
    () => carts.updateCartQuantity(database, { userId: 1, productId: 1, quantity: 2 }),
  ],
  ['carts.deleteCartLine', () => carts.deleteCartLine(database, { userId: 1, productId: 1 })],
  ['carts.listOwnedProducts', () => carts.listOwnedProducts(database, 1)],
  ['published.listNewestProductFiles', () => published.listNewestProductFiles(database, 1)],
  ['checkouts.findCheckout', () => checkouts.findCheckout(database, 1)],
  ['checkouts.findCheckoutByPublicId', () => checkouts.findCheckoutByPublicId(database, 'x')],
  ['checkouts.findCheckoutByPayment', () => checkouts.findCheckoutByPayment(database, 'x')],
  ['checkouts.listCheckouts', () => checkouts.listCheckouts(database, 1, ['open', 'pending'])],
  ['checkouts.listUnmatchedPayments', () => checkouts.listUnmatchedPayments(database, 5)],
  ['orders.findOrder', () => orders.findOrder(database, 1)],
  ['orders.findOrderByPublicId', () => orders.findOrderByPublicId(database, 'x')],
  ['orders.findOrderByCapture', () => orders.findOrderByCapture(database, 'x')],
  ['orders.findOrderOfCheckout', () => orders.findOrderOfCheckout(database, 1)],
  ['orders.listOrdersOf', () => orders.listOrdersOf(database, 1, part)],
  ['orders.countOrdersOf', () => orders.countOrdersOf(database, 1)],
  ['orders.listOrders: by name', () => orders.listOrders(database, filter('ann'), part)],
  ['orders.listOrders: by number', () => orders.listOrders(database, filter('42'), part)],
  ['orders.countOrders: by name', () => orders.countOrders(database, filter('ann'))],
  ['orders.listOrders: paid', () => orders.listOrders(database, filter('', 'paid'), part)],
  ['orders.listOrders: refunded', () => orders.listOrders(database, filter('', 'refunded'), part)],
  [
    'orders.countOrders: partly refunded',
    () => orders.countOrders(database, filter('', 'partly-refunded')),
  ],
  [
    'orders.listOrders: failed refunds',
    () => orders.listOrders(database, filter('', 'refund-failed'), part),
  ],
  [
    'orders.countOrders: failed refunds',
    () => orders.countOrders(database, filter('', 'refund-failed')),
  ],
  ['orders.listOrders: disputed', () => orders.listOrders(database, filter('', 'disputed'), part)],
  ['orders.listOrdersAfter', () => orders.listOrdersAfter(database, filter('', 'paid'), batch)],
  ['orders.sumOrders', () => orders.sumOrders(database)],
  ['orders.anonymiseOrders', () => orders.anonymiseOrders(database, { time: 1, now: 2 })],
  ['refunds.listRefundsOf', () => refunds.listRefundsOf(database, 1)],
  ['refunds.findRefund', () => refunds.findRefund(database, 1)],
  ['refunds.endRefund', () => refunds.endRefund(database, 1, ending)],
  ['refunds.sumRefundsOf', () => refunds.sumRefundsOf(database, 1)],
  [
    'paymentEvents.insertPaymentEvent',
    () => paymentEvents.insertPaymentEvent(database, { ...event, now: 1 }),
  ],
  ['carts.updateCartAmount', () => carts.updateCartAmount(database, { ...line, amount: 1 })],
  ['discounts.findDiscountByPublicId', () => discounts.findDiscountByPublicId(database, 'x')],
  ['discounts.findDiscountByCode', () => discounts.findDiscountByCode(database, 'X')],
  ['discounts.listDiscountProducts', () => discounts.listDiscountProducts(database, 1)],
  ['discounts.countRedemptions', () => discounts.countRedemptions(database, 1)],
  ['discounts.countRedemptionsBy', () => discounts.countRedemptionsBy(database, mine)],
  ['discounts.countPendingRedemptions', () => discounts.countPendingRedemptions(database, 1)],
  [
    'discounts.countPendingRedemptionsFor',
    () => discounts.countPendingRedemptionsFor(database, mine),
  ],
  ['discounts.listRedemptions', () => discounts.listRedemptions(database, 1, part)],
  [
    'discounts.listDiscounts: all',
    () => discounts.listDiscounts(database, { show: 'all', now: 1 }, part),
  ],
  [
    'discounts.listDiscounts: running',
    () => discounts.listDiscounts(database, { show: 'running', now: 1 }, part),
  ],
  ['discounts.countDiscounts', () => discounts.countDiscounts(database, { show: 'ended', now: 1 })],
  ['discounts.findCartDiscount', () => discounts.findCartDiscount(database, 1)],
  ['discounts.deleteCartDiscount', () => discounts.deleteCartDiscount(database, 1)],
  ['paymentEvents.listPaymentEvents', () => paymentEvents.listPaymentEvents(database, ofOrder)],
  ['disputes.findDispute', () => disputes.findDispute(database, 'paypal', 'x')],
  ['disputes.listDisputesOf', () => disputes.listDisputesOf(database, 1)],
  ['disputes.listOpenDisputes', () => disputes.listOpenDisputes(database, 5)],
  ['disputes.listUnmatchedDisputes', () => disputes.listUnmatchedDisputes(database, 5)],
  ['disputes.countOpenDisputes', () => disputes.countOpenDisputes(database)],
  ['checkouts.countUnmatchedPayments', () => checkouts.countUnmatchedPayments(database)],
  ['sales.sumPaid', () => sales.sumPaid(database, period)],
  ['sales.sumRefunded', () => sales.sumRefunded(database, period)],
  ['sales.sumSoldProducts', () => sales.sumSoldProducts(database, period)],
  ['sales.listEndedRefunds', () => sales.listEndedRefunds(database, period)],
  ['sales.listRefundedLines', () => sales.listRefundedLines(database, period)],
  ['sales.firstSale', () => sales.firstSale(database, 'EUR')],
  ['sales.listSaleCurrencies', () => sales.listSaleCurrencies(database)],
  ['demoPayments.findDemoPayment', () => demoPayments.findDemoPayment(database, 'x')],
])('%s uses an index', (name, work) => {
  const plan = plans.plansOf(work);
  expect(walks(plan), name).toEqual([]);
});
