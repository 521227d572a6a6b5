import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderResponse } from '#contracts/order.ts';
import { readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { listCartLines } from '../../db/repositories/carts.ts';
import { countUnmatchedPayments } from '../../db/repositories/payments.ts';
import { libraryEntries } from '../../db/schema/library.ts';
import { orderLines, orders } from '../../db/schema/orders.ts';
import { products } from '../../db/schema/products.ts';
import { DomainError } from '../../errors.ts';
import { insertTestProduct, insertTestUser } from '../../testing/factories.ts';
import { createTestClock, type TestClock } from '../../testing/fakes.ts';
import { createKillableProcess } from '../../testing/killable-process.ts';
import {
  createPaypalService,
  type Paypal,
  type PaypalFault,
  paypalFaults,
} from '../../testing/paypal.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { addToCart, applyCode, changeLine, removeCode } from '../cart/cart.ts';
import { createDiscount } from '../discounts/discounts.ts';
import { dismissPayment } from '../orders/orders.ts';
import { refundNext, refundOrder } from '../orders/refund.ts';
import { completePayment } from './complete-payment.ts';
import { createCheckout } from './create-checkout.ts';
import { createPaymentContext, type PaymentContext } from './payment-context.ts';
import { handleWebhookEvent, pollNextPayment } from './payment-updates.ts';

const SHORT_RUNS = 15;
/** A longer form asks for more, with a seed of its own. */
const RUNS = Number(process.env.PAYMENT_RUNS ?? 100);
const seed =
  process.env.PAYMENT_SEED === undefined ? {} : { seed: Number(process.env.PAYMENT_SEED) };

const config = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: `/tmp/payments-${process.pid}`,
  SITE_URL: 'https://example.org',
});

let database: Database;
let clock: TestClock;
let paypal: Paypal;
let userId: number;
let wares: { id: number; publicId: string }[];
/** Pay-what-you-want product of the random stories. */
let customPriced: { id: number; publicId: string };
/** Ten per cent off, once. */
const tenOff = {
  ...({ code: 'TEN', kind: 'percent', value: 10, from: null, until: null } as const),
  maxRedemptionsPerCustomer: null,
  products: null,
};

beforeAll(() => {
  database = openMigrated();
  userId = insertTestUser(database, { publicId: 'buyer', name: 'Ann' }).id;
});
afterAll(() => {
  database.close();
  rmSync(config.dataFolder, { recursive: true, force: true });
});
beforeEach(() => startAnew());

function startAnew(): void {
  database.raw.exec(`DELETE FROM payment_events; DELETE FROM refunds; DELETE FROM orders;
    DELETE FROM checkouts; DELETE FROM discounts; DELETE FROM cart_lines; DELETE FROM products; DELETE FROM jobs;
    DELETE FROM emails;`);
  clock = createTestClock();
  paypal = createPaypalService();
  // One as a copy, one by the seat: they are sold differently.
  wares = [
    insertTestProduct(database, { price: 1999, licenceType: 'copy' }),
    insertTestProduct(database, { price: 333, licenceType: 'seats' }),
  ];
}

/** A process of the server; killed, it does nothing more from some step on. */
function startProcess(): {
  context: PaymentContext;
  killAt(step: number): void;
  killed: Promise<'killed'>;
} {
  const { send, killed, killAt, ...guarded } = createKillableProcess({
    database,
    send: paypal.send,
  });
  const base = { ...guarded, clock: () => clock.now(), publisher: { wake: () => {} } };
  const context = createPaymentContext(
    { ...base, config: { ...config, paypal: paypal.options } },
    send,
  );
  return { context, killed, killAt };
}

const allOrders = () => database.query.select().from(orders).all();
const inCart = () => listCartLines(database, userId).map(({ title }) => title);
const emailCount = () =>
  (
    database.raw.prepare(`SELECT count(*) AS n FROM emails WHERE kind = 'order'`).get() as {
      n: number;
    }
  ).n;

async function fillCart(context: PaymentContext, which = wares): Promise<void> {
  for (const { publicId: product } of which)
    await addToCart(context, userId, { product, quantity: 1 });
}

/** Starts a process with a checkout that the buyer has approved. */
async function approvePayment() {
  const { context } = startProcess();
  await fillCart(context);
  const { paymentID } = await createCheckout(context, { userId });
  paypal.approve(paymentID);
  return { context, paymentID };
}

/** Starts a process with a completed order. */
async function buy() {
  const { context, paymentID } = await approvePayment();
  const id = (await completePayment(context, userId, { paymentID })).order?._id ?? '';
  return { context, paymentID, id };
}

/** Delivers a webhook to a process. */
function deliver(
  context: PaymentContext,
  event: { headers: Record<string, string>; body: string },
) {
  const header = (name: string) => event.headers[name] ?? '';
  return handleWebhookEvent(context, 'paypal', { header, body: Buffer.from(event.body) });
}

/** Advances the clock until no payment is polled any longer. */
async function pollForDays(context: PaymentContext): Promise<void> {
  const next = database.raw.prepare<[], { at: number | null }>(
    `SELECT min(at) AS at FROM (SELECT min(next_at) AS at FROM checkouts
      UNION ALL SELECT min(next_at) FROM refunds)`,
  );
  for (let turn = 0; turn < 400; turn += 1) {
    while (await pollNextPayment(context));
    while (await refundNext(context));
    const at = next.get()?.at ?? null;
    if (at === null) return;
    clock.set(Math.max(at, clock.now() + 1));
  }
  throw new Error('there is always something to be asked');
}

describe('paying with PayPal', () => {
  it('charges the prices at the time of checkout, also after a price change', async () => {
    const { context } = startProcess();
    await fillCart(context);
    const { paymentID, approveUrl, provider } = await createCheckout(context, { userId });
    expect([provider, approveUrl]).toEqual([
      'paypal',
      `${paypal.options.apiUrl}/checkoutnow?token=${paymentID}`,
    ]);
    expect(paypal.orders.get(paymentID)?.amount).toEqual({ currency_code: 'EUR', value: '23.32' });
    expect(paypal.orders.get(paymentID)?.body).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [
        {
          amount: { breakdown: { item_total: { value: '23.32' } } },
          items: [
            { quantity: '1', unit_amount: { value: '19.99' }, category: 'DIGITAL_GOODS' },
            { quantity: '1', unit_amount: { value: '3.33' } },
          ],
        },
      ],
    });
    database.query.update(products).set({ price: 99_999, title: 'Dearer', state: 'retired' }).run();
    paypal.approve(paymentID);
    const { order } = await completePayment(context, userId, { paymentID });
    expect(order).toMatchObject({ number: 1001, total: 23.32, status: 'paid', paymentID });
    expect(order?.cart.map(({ title, price }) => [title, price])).not.toContain('Dearer');
    expect(order?.address).toMatchObject({ recipient_name: 'Ann Able', line1: 'Lane 1' });
    expect(inCart()).toEqual([]);
    expect(emailCount()).toBe(1);
    expect(
      database.query
        .select()
        .from(products)
        .all()
        .map(({ sold }) => sold),
    ).toEqual([1, 1]);
    const again = await completePayment(context, userId, { paymentID });
    expect(again.order?._id).toBe(order?._id);
    expect([allOrders().length, emailCount()]).toEqual([1, 1]);
  });

  it('reuses the payment of an unchanged cart and cancels the payment of a changed one', async () => {
    const { context } = startProcess();
    const [book, seats] = wares;
    await fillCart(context, book && [book]);
    const [one, two] = await Promise.all([
      createCheckout(context, { userId }),
      createCheckout(context, { userId }),
    ]);
    expect(two?.paymentID).toBe(one?.paymentID);
    await fillCart(context, seats && [seats]);
    const { paymentID } = await createCheckout(context, { userId });
    expect(paymentID).not.toBe(one?.paymentID);
    paypal.approve(one?.paymentID ?? '');
    paypal.approve(paymentID);
    await expect(
      completePayment(context, userId, { paymentID: one?.paymentID ?? '' }),
    ).rejects.toThrow(/replaced by a newer one/);
    await completePayment(context, userId, { paymentID });
    await pollForDays(context);
    expect(allOrders().map((order) => order.paymentId)).toEqual([paymentID]);
    expect(paypal.orders.get(one?.paymentID ?? '')?.captures).toEqual([]);
  });

  it('rejects a payment without approval and allows another attempt after a decline', async () => {
    const { context } = startProcess();
    await fillCart(context);
    const { paymentID } = await createCheckout(context, { userId });
    await expect(completePayment(context, userId, { paymentID })).rejects.toThrow(/not approved/);
    paypal.approve(paymentID);
    paypal.orders.get(paymentID)?.next.push('declined');
    await expect(completePayment(context, userId, { paymentID })).rejects.toThrow(/declined/);
    expect([allOrders().length, inCart().length]).toEqual([0, 2]);
    expect((await createCheckout(context, { userId })).paymentID).toBe(paymentID);
    paypal.approve(paymentID);
    const { order } = await completePayment(context, userId, { paymentID });
    expect(order?.total).toBe(23.32);
  });

  it.each([
    ['COMPLETED', 'PAYMENT.CAPTURE.COMPLETED', 1],
    ['DECLINED', 'PAYMENT.CAPTURE.DENIED', 0],
  ] as const)(
    'keeps a payment pending until the provider reports %s',
    async (status, kind, made) => {
      const { context, paymentID } = await approvePayment();
      paypal.orders.get(paymentID)?.next.push('pending');
      expect(await completePayment(context, userId, { paymentID })).toMatchObject({ order: null });
      await expect(createCheckout(context, { userId })).rejects.toThrow(/already in progress/);
      paypal.decide(paymentID, status);
      const event = paypal.event(kind, paymentID);
      const results = [await deliver(context, event), await deliver(context, event)];
      expect(results.map(({ isNew }) => isNew)).toEqual([true, false]);
      expect([allOrders().length, inCart().length]).toEqual([made, made ? 0 : 2]);
    },
  );

  it('creates no order from a payment of another amount and shows it to the admin', async () => {
    for (const spoil of [
      (amount: { value: string; currency_code: string }) =>
        Object.assign(amount, { value: '0.01' }),
      (amount: { value: string; currency_code: string }) =>
        Object.assign(amount, { currency_code: 'JPY' }),
    ]) {
      startAnew();
      const other = startProcess().context;
      await fillCart(other);
      const { paymentID } = await createCheckout(other, { userId });
      paypal.approve(paymentID);
      const there = paypal.orders.get(paymentID);
      if (there) there.amount = spoil({ ...there.amount });
      await expect(completePayment(other, userId, { paymentID })).rejects.toThrow(/does not match/);
      expect([allOrders().length, inCart().length]).toEqual([0, 2]);
      expect(countUnmatchedPayments(database)).toBe(1);
      await dismissPayment(other, paymentID);
      expect(countUnmatchedPayments(database)).toBe(0);
      await expect(dismissPayment(other, paymentID)).rejects.toThrow();
    }
  });

  it('creates an order whose total exceeds the highest price of one product', async () => {
    const { context } = startProcess();
    const [, seats] = wares;
    database.query.update(products).set({ price: 60_000_000 }).run();
    await fillCart(context, seats && [seats]);
    await changeLine(context, userId, { product: seats?.publicId ?? '', quantity: 2 });
    const { paymentID } = await createCheckout(context, { userId });
    paypal.approve(paymentID);
    await completePayment(context, userId, { paymentID });
    expect(allOrders()).toMatchObject([{ total: 120_000_000 }]);
    const id = allOrders()[0]?.publicId ?? '';
    await refundOrder(context, id, { amount: 1_100_000, reason: '' });
    expect(allOrders()).toMatchObject([{ refunded: 110_000_000 }]);
  });

  it('rejects a refund without a payment provider and stores nothing', async () => {
    const { context, paymentID } = await approvePayment();
    await completePayment(context, userId, { paymentID });
    const id = allOrders()[0]?.publicId ?? '';
    const alone = refundOrder({ ...context, providers: {} }, id, { reason: '' });
    await expect(alone).rejects.toThrow(/no longer configured/);
    expect(await refundOrder(context, id, { reason: '' })).toMatchObject({ state: 'done' });
  });

  it('shortens a long name without splitting a character', async () => {
    const { context } = startProcess();
    database.query
      .update(products)
      .set({ title: `${'x'.repeat(126)}😀 and more` })
      .run();
    await fillCart(context);
    const { paymentID } = await createCheckout(context, { userId });
    const [unit] = (paypal.orders.get(paymentID)?.body.purchase_units ?? []) as {
      items: { name: string }[];
    }[];
    expect(unit?.items[0]?.name).toBe('x'.repeat(126));
  });

  it('creates the order of a payment that arrives after its checkout was cancelled', async () => {
    const { context } = startProcess();
    const [book, seats] = wares;
    await fillCart(context, book && [book]);
    const { paymentID } = await createCheckout(context, { userId });
    await fillCart(context, seats && [seats]);
    await createCheckout(context, { userId });
    const there = paypal.orders.get(paymentID);
    if (!there) throw new Error('no payment');
    there.status = 'COMPLETED';
    there.captures.push({ id: 'LATE', status: 'COMPLETED', amount: there.amount });
    // The process that received the webhook event was killed before it polled the payment.
    database.raw.prepare('UPDATE checkouts SET next_at = 0 WHERE payment_id = ?').run(paymentID);
    await pollForDays(context);
    expect(allOrders().map((order) => order.paymentId)).toEqual([paymentID]);
  });

  it('sends the discount to PayPal and captures the remaining amount', async () => {
    const { context } = startProcess();
    await createDiscount(context, { ...tenOff, maxRedemptions: 1 });
    await fillCart(context);
    await applyCode(context, userId, 'TEN');
    const { paymentID } = await createCheckout(context, { userId });
    const amount = { currency_code: 'EUR', value: '20.99' };
    const breakdown = { item_total: { value: '23.32' }, discount: { value: '2.33' } };
    expect(paypal.orders.get(paymentID)?.body).toMatchObject({
      purchase_units: [{ amount: { ...amount, breakdown } }],
    });
    paypal.approve(paymentID);
    const { order } = await completePayment(context, userId, { paymentID });
    expect(order).toMatchObject({ subtotal: 23.32, discount: 2.33, total: 20.99 });
  });

  it('exceeds the redemption limit for a payment that arrives after its checkout was cancelled', async () => {
    const { context } = startProcess();
    await createDiscount(context, { ...tenOff, maxRedemptions: 1 });
    const [book, seats] = wares;
    await fillCart(context, book && [book]);
    await applyCode(context, userId, 'TEN');
    const late = (await createCheckout(context, { userId })).paymentID;
    await fillCart(context, seats && [seats]);
    const { paymentID } = await createCheckout(context, { userId });
    paypal.approve(paymentID);
    await completePayment(context, userId, { paymentID });
    const there = paypal.orders.get(late);
    if (!there) throw new Error('no payment');
    there.status = 'COMPLETED';
    there.captures.push({ id: 'LATE', status: 'COMPLETED', amount: there.amount });
    database.raw.prepare('UPDATE checkouts SET next_at = 0 WHERE payment_id = ?').run(late);
    await pollForDays(context);
    expect(allOrders().map((order) => [order.paymentId, order.discountCode])).toEqual([
      [paymentID, 'TEN'],
      [late, 'TEN'],
    ]);
  });

  it('captures an approved payment if the buyer never returns', async () => {
    const { context, paymentID } = await approvePayment();
    await pollForDays(context);
    expect(allOrders().map((order) => order.paymentId)).toEqual([paymentID]);
  });
});

describe('refunds', () => {
  it('refunds once for repeated requests, and never more than was paid', async () => {
    const { context, paymentID, id } = await buy();
    paypal.faults = ['timeout after'];
    expect(await refundOrder(context, id, { amount: 3.33, reason: '' })).toMatchObject({
      state: 'sending',
    });
    await expect(refundOrder(context, id, { amount: 20, reason: '' })).rejects.toThrow(
      /19\.99 EUR of this order can be refunded/,
    );
    await deliver(context, paypal.event('PAYMENT.CAPTURE.REFUNDED', paymentID));
    await pollForDays(context);
    expect(allOrders()).toMatchObject([{ refunded: 333 }]);
    paypal.refundThere(paymentID, '9.99');
    const there = paypal.event('PAYMENT.CAPTURE.REFUNDED', paymentID);
    await Promise.all([deliver(context, there), deliver(context, there)]);
    expect(allOrders()).toMatchObject([{ refunded: 1332 }]);
    const rest = await refundOrder(context, id, { reason: 'As agreed' });
    expect(rest.order).toMatchObject({ status: 'refunded', refunded: 23.32 });
    await expect(refundOrder(context, id, { reason: '' })).rejects.toThrow(DomainError);
    expect(paypal.orders.get(paymentID)?.refunds).toHaveLength(3);
  });

  it('refunds each line once, also while the refund is pending', async () => {
    const { context, paymentID, id } = await buy();
    const lines = [wares[1]?.publicId ?? ''];
    paypal.faults = ['timeout after'];
    expect(await refundOrder(context, id, { lines, reason: '' })).toMatchObject({
      state: 'sending',
    });
    const again = () => refundOrder(context, id, { lines, reason: '' });
    await expect(again()).rejects.toThrow(/already refunded/);
    await pollForDays(context);
    await expect(again()).rejects.toThrow(/already refunded/);
    expect(allOrders()).toMatchObject([{ refunded: 333 }]);
    expect(paypal.orders.get(paymentID)?.refunds).toHaveLength(1);
  });

  it('revokes a line that the provider reports as refunded, but none for a custom amount', async () => {
    const { context, paymentID, id } = await buy();
    const gone = (order: OrderResponse) => order.cart.map(({ accessRevoked }) => accessRevoked);
    const goodwill = await refundOrder(context, id, { amount: 3.33, reason: 'Sorry' });
    expect(gone(goodwill.order)).toEqual([false, false]);
    paypal.refundThere(paymentID, '3.33');
    await deliver(context, paypal.event('PAYMENT.CAPTURE.REFUNDED', paymentID));
    const { order } = await completePayment(context, userId, { paymentID });
    expect(order && gone(order)).toEqual([false, true]);
  });
});

describe('random events in any order', { tags: ['topic'] }, () => {
  const rarely = <Value>(value: fc.Arbitrary<Value>, otherwise: Value) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
  const some = (most: number) => fc.integer({ min: 1, max: most });
  const withFaults = <One>(action: fc.Arbitrary<One>) =>
    fc.record({
      action,
      faults: rarely(fc.array(fc.constantFrom<PaypalFault>(...paypalFaults), { maxLength: 3 }), []),
      killAt: rarely<number | null>(some(10), null),
    });
  const quietly = <One>(one: One) => ({ action: one, faults: [] as PaypalFault[], killAt: null });
  const checkout = fc.record({ kind: fc.constant('checkout' as const), times: some(2) });
  const agree = fc.record({
    kind: fc.constant('approve' as const),
    how: fc.constantFrom('well', 'well', 'well', 'declined', 'pending'),
  });
  const back = fc.record({ kind: fc.constant('return' as const), times: some(3) });
  const bargain = fc.oneof(
    fc.record({ kind: fc.constant('code' as const), enter: fc.constantFrom(true, true, false) }),
    fc.record({ kind: fc.constant('amount' as const), amount: fc.nat(2000) }),
  );
  const other = fc.oneof(
    bargain,
    fc.record({ kind: fc.constant('webhook' as const), times: some(2) }),
    fc.record({ kind: fc.constant('forged' as const) }),
    fc.record({ kind: fc.constant('decide' as const), well: fc.boolean() }),
    fc.record({ kind: fc.constant('add' as const), which: fc.nat(2) }),
    fc.record({ kind: fc.constant('price' as const), price: some(9999) }),
    fc.record({ kind: fc.constant('wait' as const), minutes: some(300) }),
  );
  const action = fc.oneof(
    { weight: 1, arbitrary: checkout },
    { weight: 1, arbitrary: agree },
    { weight: 3, arbitrary: back },
    { weight: 4, arbitrary: other },
  );
  /** A buyer starts and approves a payment, with other events before and after. */
  const story = fc
    .tuple(
      fc.record({ kind: fc.constant('add' as const), which: fc.constant(1) }).map(quietly),
      fc.array(withFaults(fc.oneof(other, bargain)), { maxLength: 2 }),
      withFaults(checkout),
      withFaults(agree),
      fc.array(withFaults(action), { maxLength: 4 }),
    )
    .map(([add, before, begun, agreed, after]) => [add, ...before, begun, agreed, ...after]);
  const stories = fc.array(story, { minLength: 1, maxLength: 3 }).map((all) => all.flat());

  /** Performs one action; its response does not matter here. */
  async function perform(
    context: PaymentContext,
    { action: what }: { action: PaymentAction },
    ids: string[],
  ): Promise<void> {
    const last = ids.at(-1);
    const refusals = async (work: Promise<unknown>) => {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return null;
      }
    };
    const times = (count: number, work: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: count }, () => refusals(work())));
    switch (what.kind) {
      case 'checkout':
        await times(what.times, () => createCheckout(context, { userId }));
        break;
      case 'return':
        if (last)
          await times(what.times, () => completePayment(context, userId, { paymentID: last }));
        break;
      case 'webhook':
        for (const id of ids) {
          const { status, captures } = paypal.orders.get(id) ?? {};
          const kind = captures?.[0] ? 'PAYMENT.CAPTURE.COMPLETED' : 'CHECKOUT.ORDER.APPROVED';
          if (status === 'PAYER_ACTION_REQUIRED') continue;
          const event = paypal.event(kind, id);
          await times(what.times, () => deliver(context, event));
        }
        break;
      case 'forged':
        if (last) {
          const event = paypal.event('CHECKOUT.ORDER.APPROVED', last, (one) => {
            one.body = one.body.replace('APPROVED', 'COMPLETED');
          });
          await refusals(deliver(context, event));
        }
        break;
      case 'wait':
        clock.advance(what.minutes * 60_000);
        await refusals(pollNextPayment(context));
        break;
      case 'add': {
        const product = [...wares, customPriced][what.which]?.publicId ?? '';
        await refusals(addToCart(context, userId, { product, quantity: 1 }));
        break;
      }
      case 'code':
        if (what.enter) await refusals(applyCode(context, userId, 'TEN'));
        else await removeCode(context, userId);
        break;
      case 'amount': {
        const product = customPriced.publicId;
        await refusals(changeLine(context, userId, { product, amount: what.amount / 100 }));
        break;
      }
      default:
        actAtProvider(what, ids);
    }
  }
  type PaymentAction = typeof action extends fc.Arbitrary<infer One> ? One : never;

  /** Performs an action at the provider or by the owner, which no kill can interrupt. */
  function actAtProvider(what: PaymentAction, ids: string[]): void {
    const id = ids.at(-1);
    const there = id === undefined ? undefined : paypal.orders.get(id);
    if (what.kind === 'price') {
      const sql =
        'UPDATE products SET price = @price, suggested_price = suggested_price - price + @price';
      database.raw.prepare(sql).run({ price: what.price });
    }
    if (!id || !there) return;
    if (what.kind === 'approve') {
      if (what.how !== 'well' && there.next.length === 0) there.next.push(what.how as 'declined');
      paypal.approve(id);
    }
    if (what.kind === 'decide') paypal.decide(id, what.well ? 'COMPLETED' : 'DECLINED');
  }

  const runScenarios = (numRuns: number) => async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (steps) => {
        startAnew();
        customPriced = insertTestProduct(database, {
          price: 200,
          suggestedPrice: 500,
          licenceType: 'seats',
        });
        const first = startProcess().context;
        await createDiscount(first, { ...tenOff, maxRedemptions: 1 });
        await fillCart(first);
        for (const one of steps) {
          const { context, killAt, killed } = startProcess();
          paypal.faults = [...one.faults];
          if (one.killAt !== null) killAt(one.killAt);
          await Promise.race([perform(context, one, [...paypal.orders.keys()]), killed]);
        }
        // At the end the network works, and pending payments are decided.
        paypal.faults = [];
        for (const [id, there] of paypal.orders) {
          there.next = [];
          paypal.decide(id, 'COMPLETED');
        }
        await pollForDays(startProcess().context);
        inspect();
      }),
      { numRuns, ...seed },
    );
  };
  const title = (numRuns: number) =>
    `in ${numRuns} runs each payment that was captured has exactly one order, and no order is without one`;
  it(title(SHORT_RUNS), runScenarios(SHORT_RUNS));
  it(
    title(RUNS),
    { tags: ['verify'], timeout: Math.max(900_000, RUNS * 3_000) },
    runScenarios(RUNS),
  );

  function inspect(): void {
    // Every checkout is paid or has ended.
    const left = database.raw.prepare<[], { state: string }>('SELECT state FROM checkouts').all();
    expect(left.filter(({ state }) => state !== 'paid' && state !== 'ended')).toEqual([]);
    const captured = [...paypal.orders.values()].filter(({ captures }) =>
      captures.some(({ status }) => status === 'COMPLETED'),
    );
    const made = allOrders();
    expect(made.map((order) => order.paymentId).sort()).toEqual(
      captured.map(({ id }) => id).sort(),
    );
    const sold = new Map<number | null, number>();
    for (const order of made) {
      const there = paypal.orders.get(order.paymentId);
      expect(there?.captures.filter(({ status }) => status === 'COMPLETED')).toHaveLength(1);
      expect(there?.amount).toEqual({
        currency_code: 'EUR',
        value: (order.total / 100).toFixed(2),
      });
      const lines = database.query
        .select()
        .from(orderLines)
        .all()
        .filter((line) => line.orderId === order.id);
      const sum = lines.reduce((all, line) => all + line.price * line.quantity, 0);
      expect([sum, sum - order.discount]).toEqual([order.subtotal, order.total]);
      expect(lines.reduce((all, line) => all + line.discount, 0)).toBe(order.discount);
      const tenth = order.discountId === null ? 0 : Math.floor((sum + 5) / 10);
      expect(order.discount).toBe(tenth);
      // The library of the buyer contains each paid product once, and nothing else.
      const owned = database.query.select().from(libraryEntries).all();
      expect(owned.filter(({ orderId }) => orderId === order.id)).toMatchObject(
        lines.map(({ position, productId, quantity }) => ({
          userId: order.userId,
          position,
          productId,
          quantity,
          revokedAt: null,
        })),
      );
      for (const line of lines)
        sold.set(line.productId, (sold.get(line.productId) ?? 0) + line.quantity);
    }
    for (const { id, sold: counted } of database.query.select().from(products).all()) {
      expect(counted).toBe(sold.get(id) ?? 0);
    }
    // The code is redeemed once at most, and no reservation of it is left.
    expect(made.filter(({ discountId }) => discountId !== null).length).toBeLessThanOrEqual(1);
    expect(made.map((order) => order.number)).toEqual(made.map((_, index) => 1001 + index));
    expect(emailCount()).toBe(made.length);
    const copies = made.filter((order) =>
      database.query
        .select()
        .from(orderLines)
        .all()
        .some((line) => line.orderId === order.id && line.licenceType === 'copy'),
    );
    expect(copies.length).toBeLessThanOrEqual(1);
  }
});
