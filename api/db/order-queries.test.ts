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
  ['a cart', () => carts.listCartLines(database, 1)],
  ['how much is in it', () => carts.countCartLines(database, 1)],
  ['a product by any name', () => carts.findSaleProduct(database, 'x')],
  [
    'another quantity',
    () => carts.updateCartQuantity(database, { userId: 1, productId: 1, quantity: 2 }),
  ],
  ['out of the cart', () => carts.deleteCartLine(database, { userId: 1, productId: 1 })],
  ['what somebody owns', () => carts.listOwnedProducts(database, 1)],
  ['what is delivered', () => published.listNewestProductFiles(database, 1)],
  ['a checkout', () => checkouts.findCheckout(database, 1)],
  ['a checkout by its id', () => checkouts.findCheckoutByPublicId(database, 'x')],
  ['a checkout by its payment', () => checkouts.findCheckoutByPayment(database, 'x')],
  ['what somebody has begun', () => checkouts.listCheckouts(database, 1, ['open', 'pending'])],
  ['money that does not fit', () => checkouts.listUnmatchedPayments(database, 5)],
  ['an order', () => orders.findOrder(database, 1)],
  ['an order by its id', () => orders.findOrderByPublicId(database, 'x')],
  ['an order by its money', () => orders.findOrderByCapture(database, 'x')],
  ['the order of a checkout', () => orders.findOrderOfCheckout(database, 1)],
  ['one’s orders', () => orders.listOrdersOf(database, 1, part)],
  ['how many they are', () => orders.countOrdersOf(database, 1)],
  ['orders that are searched for', () => orders.listOrders(database, filter('ann'), part)],
  ['an order by its number', () => orders.listOrders(database, filter('42'), part)],
  ['how many match', () => orders.countOrders(database, filter('ann'))],
  ['orders as they stand', () => orders.listOrders(database, filter('', 'paid'), part)],
  ['those that went back', () => orders.listOrders(database, filter('', 'refunded'), part)],
  ['those in part', () => orders.countOrders(database, filter('', 'partly-refunded'))],
  ['failed refunds', () => orders.listOrders(database, filter('', 'refund-failed'), part)],
  ['the number of failed refunds', () => orders.countOrders(database, filter('', 'refund-failed'))],
  ['disputed ones', () => orders.listOrders(database, filter('', 'disputed'), part)],
  ['them, in batches', () => orders.listOrdersAfter(database, filter('', 'paid'), batch)],
  ['the sums', () => orders.sumOrders(database)],
  ['forgetting buyers', () => orders.anonymiseOrders(database, { time: 1, now: 2 })],
  ['the refunds of an order', () => refunds.listRefundsOf(database, 1)],
  ['a refund', () => refunds.findRefund(database, 1)],
  ['the end of a refund', () => refunds.endRefund(database, 1, ending)],
  ['what has gone back', () => refunds.sumRefundsOf(database, 1)],
  ['an event', () => paymentEvents.insertPaymentEvent(database, { ...event, now: 1 })],
  ['what is paid for a line', () => carts.updateCartAmount(database, { ...line, amount: 1 })],
  ['a code by its id', () => discounts.findDiscountByPublicId(database, 'x')],
  ['a code by its name', () => discounts.findDiscountByCode(database, 'X')],
  ['what a code fits', () => discounts.listDiscountProducts(database, 1)],
  ['its redemptions', () => discounts.countRedemptions(database, 1)],
  ['one’s redemptions of it', () => discounts.countRedemptionsBy(database, mine)],
  ['what holds it', () => discounts.countPendingRedemptions(database, 1)],
  ['what holds it for others', () => discounts.countPendingRedemptionsFor(database, mine)],
  ['the orders with it', () => discounts.listRedemptions(database, 1, part)],
  ['all codes', () => discounts.listDiscounts(database, { show: 'all', now: 1 }, part)],
  ['running codes', () => discounts.listDiscounts(database, { show: 'running', now: 1 }, part)],
  ['how many have ended', () => discounts.countDiscounts(database, { show: 'ended', now: 1 })],
  ['the code in a cart', () => discounts.findCartDiscount(database, 1)],
  ['no code in a cart', () => discounts.deleteCartDiscount(database, 1)],
  ['payment events of an order', () => paymentEvents.listPaymentEvents(database, ofOrder)],
  ['a dispute', () => disputes.findDispute(database, 'paypal', 'x')],
  ['the disputes of an order', () => disputes.listDisputesOf(database, 1)],
  ['disputes that are open', () => disputes.listOpenDisputes(database, 5)],
  ['disputes about nothing known', () => disputes.listUnmatchedDisputes(database, 5)],
  ['how many are open', () => disputes.countOpenDisputes(database)],
  ['payments that do not fit', () => checkouts.countUnmatchedPayments(database)],
  ['what was paid in a month', () => sales.sumPaid(database, period)],
  ['what went back in a month', () => sales.sumRefunded(database, period)],
  ['what products brought', () => sales.sumSoldProducts(database, period)],
  ['what went back of orders', () => sales.listEndedRefunds(database, period)],
  ['which lines these have', () => sales.listRefundedLines(database, period)],
  ['the first sale', () => sales.firstSale(database, 'EUR')],
  ['currencies', () => sales.listSaleCurrencies(database)],
  ['a demo payment', () => demoPayments.findDemoPayment(database, 'x')],
])('%s uses an index', (name, work) => {
  const plan = plans.plansOf(work);
  expect(walks(plan), name).toEqual([]);
});
