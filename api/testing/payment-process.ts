import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { products } from '../db/schema/products.ts';
import { DomainError } from '../errors.ts';
import { addToCart, getCart } from '../services/cart/cart.ts';
import { completePayment } from '../services/checkout/complete-payment.ts';
import { createCheckout } from '../services/checkout/create-checkout.ts';
import { createPaymentContext } from '../services/checkout/payment-context.ts';
import { pollNextPayment } from '../services/checkout/payment-updates.ts';
import { getOrderHistory } from '../services/orders/orders.ts';

/**
 * Process for tests that buys the only product of a data folder for each member, several at a time. It ends
 * when all members own the product, unless it is killed before.
 */
const config = readConfig();
const database = openDatabase(path.join(config.dataFolder, 'site.db'));
const publisher = { wake: () => undefined };
const payments = createPaymentContext({ config, database, clock: systemClock, publisher });
const CONCURRENCY = 4;

const [{ product = '' } = {}] = database.query
  .select({ product: products.publicId })
  .from(products)
  .all();
const members = database.query.select({ id: users.id }).from(users).all();
const owns = (userId: number) =>
  getOrderHistory(payments, userId, { page: 1, limit: 1 }).orders > 0;

/** Awaits work and returns null if it throws a domain error. */
async function ignoreDomainErrors(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return null;
  }
}

async function buy(userId: number): Promise<void> {
  while (!owns(userId)) {
    if (getCart(payments, userId).count === 0) {
      await ignoreDomainErrors(addToCart(payments, userId, { product, quantity: 1 }));
    }
    const checkout = await ignoreDomainErrors(createCheckout(payments, { userId }));
    const { paymentID } = (checkout ?? {}) as { paymentID?: string };
    if (paymentID) {
      const finish = () => ignoreDomainErrors(completePayment(payments, userId, { paymentID }));
      await Promise.all([finish(), finish()]);
    } else await pollNextPayment(payments);
    await pause(1);
  }
}

async function buyForNextMembers(): Promise<void> {
  for (let next = members.shift(); next; next = members.shift()) await buy(next.id);
}
await Promise.all(Array.from({ length: CONCURRENCY }, buyForNextMembers));
database.close();
