import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discountMessages } from '#contracts/discount-messages.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { pollNextPayment } from '../../services/checkout/payment-updates.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { insertTestProduct } from '../../testing/factories.ts';

const input = { terms: true, immediate: true };

let test: TestApp;
let ann: Caller;
let bob: Caller;
let admin: Caller;
let book: string;
let kit: string;

beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  await admin('PUT /api/admin/settings', { timezone: 'Europe/Berlin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  const { database } = test.context;
  database.raw.exec(`DELETE FROM cart_lines; DELETE FROM payment_events; DELETE FROM refunds;
    DELETE FROM orders; DELETE FROM checkouts; DELETE FROM discounts; DELETE FROM products`);
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  ann = callerOf(test.app, await signedInAs(test, { name: 'Ann Able' }));
  bob = callerOf(test.app, await signedInAs(test, { name: 'Bob Best' }));
  book = insertTestProduct(database, { price: 1999, title: 'Book' }).publicId;
  kit = insertTestProduct(database, { price: 333, title: 'Kit', licenceType: 'seats' }).publicId;
});

const make = async (fields: object = {}) =>
  (
    await admin('POST /api/admin/discounts', { code: 'TEN', kind: 'percent', value: 10, ...fields })
  ).json().discount;
const fill = (call: Caller, ...products: string[]) =>
  call('PATCH /api/user/addcart', { cart: products.map((_id) => ({ _id })) });
const enter = (call: Caller, code: string) => call('PUT /api/cart/discount', { code });
const begin = (call: Caller, more: object = {}) =>
  call('POST /api/checkout', { ...input, ...more });

/** Approves and completes a payment with either provider. */
async function pay(call: Caller, paymentID: string) {
  if (paymentID.startsWith('DEMO')) {
    await call(`POST /api/demo-payments/${paymentID}`, { choice: 'approve' });
  }
  return call('POST /api/payment', { paymentID });
}
async function buy(call: Caller) {
  const { order } = (await pay(call, (await begin(call)).json().paymentID)).json();
  return order;
}

describe('a discount code in the cart', () => {
  it('reduces the total, regardless of case and spaces, and can be removed', async () => {
    await make();
    await fill(ann, book, kit);
    const cart = (await enter(ann, '  ten ')).json();
    expect(cart).toMatchObject({
      code: { code: 'TEN', label: '10% off', problem: null },
      subtotal: 23.32,
      discount: 2.33,
      total: 20.99,
    });
    expect((await bob('GET /api/cart')).json().code).toBeNull();
    expect((await begin(ann, { total: 23.32 })).json().code).toBe('PRICE_CHANGED');
    expect((await ann('DELETE /api/cart/discount')).json()).toMatchObject({
      code: null,
      discount: 0,
      total: 23.32,
    });
  });

  it('appears in order, receipt and email with the share of each line, and leaves the cart', async () => {
    await make({ maxRedemptionsPerCustomer: 1 });
    await fill(ann, book, kit);
    await enter(ann, 'TEN');
    const order = await buy(ann);
    expect(order).toMatchObject({
      subtotal: 23.32,
      discount: 2.33,
      total: 20.99,
      discountCode: 'TEN',
      cart: [
        { title: 'Book', price: 19.99, discount: 2 },
        { title: 'Kit', price: 3.33, discount: 0.33 },
      ],
    });
    const emails = await sentEmails(test.context);
    const email = emails.find(({ subject }) => subject === `Your order ${order.number}`);
    expect(email?.text).toContain('Discount TEN: −€2.33');
    expect((await ann('GET /api/cart')).json()).toMatchObject({ count: 0, code: null });
    // More than was paid cannot go back.
    const much = await admin(`POST /api/payment/${order._id}/refunds`, { amount: 21 });
    expect([much.statusCode, much.json().msg]).toEqual([409, expect.stringMatching('20.99')]);
    expect((await admin(`POST /api/payment/${order._id}/refunds`, {})).json().order.refunded).toBe(
      20.99,
    );
  });

  it.each<[string, string, object]>([
    ['NOSUCH', discountMessages.unknown, {}],
    [
      'TEN',
      'it starts on January 31, 2100 at 9:00 AM (Europe/Berlin)',
      { from: '2100-01-31T09:00' },
    ],
    ['TEN', discountMessages.ended, { until: '2026-01-01T00:00' }],
    ['TEN', discountMessages.fitsNone, { products: 'kit' }],
    ['TEN', discountMessages.takesNothing, { kind: 'percent', value: 1, products: 'penny' }],
    ['', discountMessages.empty, {}],
  ])(
    '%s is rejected at its field: %s',
    async (code, errorMessage, fields: { products?: string }) => {
      const penny = insertTestProduct(test.context.database, { price: 1, title: 'Penny' }).publicId;
      const ids: Record<string, string> = { kit, penny };
      const products = fields.products ? { products: [ids[fields.products]] } : {};
      await make({ ...fields, ...products });
      await fill(ann, book, penny);
      const response = await enter(ann, code);
      expect(response.statusCode).toBe(code === '' ? 400 : 409);
      expect(response.json().fields.code).toContain(errorMessage);
      expect((await ann('GET /api/cart')).json()).toMatchObject({ code: null, total: 20 });
    },
  );

  it('is rejected for buyers who have redeemed it, and for all after its last redemption', async () => {
    await make({ maxRedemptions: 2, maxRedemptionsPerCustomer: 1 });
    for (const call of [ann, bob]) {
      await fill(call, kit);
      await enter(call, 'TEN');
      await buy(call);
    }
    await fill(ann, book);
    expect((await enter(ann, 'TEN')).json().msg).toBe(discountMessages.redeemedByYou);
    const cy = callerOf(test.app, await signedInAs(test));
    await fill(cy, book);
    expect((await enter(cy, 'TEN')).json().msg).toBe(discountMessages.usedUp);
  });

  it('that has become invalid shows the reason and blocks the checkout until it is removed', async () => {
    const { _id } = await make();
    await fill(ann, book);
    await enter(ann, 'TEN');
    await admin(`POST /api/admin/discounts/${_id}/end`);
    expect((await ann('GET /api/cart')).json()).toMatchObject({
      code: { code: 'TEN', problem: discountMessages.ended },
      total: 19.99,
    });
    const response = await begin(ann);
    expect([response.statusCode, response.json().fields]).toEqual([
      409,
      { code: discountMessages.ended },
    ]);
    await ann('DELETE /api/cart/discount');
    expect((await begin(ann)).statusCode).toBe(200);
  });

  it('applies with its terms at checkout, also if it ends before the payment', async () => {
    const { _id } = await make({ kind: 'amount', value: 5 });
    await fill(ann, book);
    await enter(ann, 'TEN');
    const { paymentID } = (await begin(ann)).json();
    const body = { code: 'TEN', kind: 'amount', value: 1 };
    expect((await admin(`PUT /api/admin/discounts/${_id}`, body)).statusCode).toBe(200);
    await admin(`POST /api/admin/discounts/${_id}/end`);
    expect((await pay(ann, paymentID)).json().order).toMatchObject({ discount: 5, total: 14.99 });
  });

  it('that covers the whole total needs no payment and never exceeds the total', async () => {
    await make({ kind: 'amount', value: 100 });
    await fill(ann, book);
    expect((await enter(ann, 'ten')).json()).toMatchObject({ discount: 19.99, total: 0 });
    const begun = (await begin(ann)).json();
    expect(begun.provider).toBe('free');
    expect((await pay(ann, begun.paymentID)).json().order).toMatchObject({
      provider: 'free',
      subtotal: 19.99,
      discount: 19.99,
      total: 0,
      discountCode: 'TEN',
    });
  });

  it('is ignored in the request that pays', async () => {
    await make();
    await fill(ann, book);
    for (const lie of [{ code: 'TEN' }, { discount: 19 }, { discountCode: 'TEN' }]) {
      expect((await begin(ann, lie)).statusCode).toBe(400);
    }
  });
});

describe('the last redemption of a code', () => {
  it('is granted to one of fifty simultaneous buyers, and the others get an error', async () => {
    await make({ maxRedemptions: 1 });
    const people = await Promise.all(
      Array.from({ length: 50 }, async () => callerOf(test.app, await signedInAs(test))),
    );
    for (const call of people) {
      await fill(call, book);
      expect((await enter(call, 'TEN')).statusCode).toBe(200);
    }
    const begun = await Promise.all(people.map((call) => begin(call)));
    const refused = begun.filter(({ statusCode }) => statusCode === 409);
    expect(refused.map((response) => response.json().fields.code)).toEqual(
      Array(49).fill(discountMessages.held),
    );
    const paid = await Promise.all(
      begun.map(async (response, index) => {
        const call = people[index];
        return response.statusCode === 200 && call ? pay(call, response.json().paymentID) : null;
      }),
    );
    expect(paid.filter((response) => response?.statusCode === 200)).toHaveLength(1);
    const { payments } = (await admin('GET /api/payment?limit=100')).json();
    expect(payments.map((order: { discountCode: string }) => order.discountCode)).toEqual(['TEN']);
    const late = await enter(ann, 'TEN');
    expect(late.statusCode).toBe(409);
  });

  it('is reserved during a payment and released if the buyer does not approve it', async () => {
    await make({ maxRedemptions: 1, maxRedemptionsPerCustomer: 1 });
    for (const call of [ann, bob]) await fill(call, kit);
    await enter(ann, 'TEN');
    const { paymentID } = (await begin(ann)).json();
    // A buyer who has not approved the payment may begin again with the same code.
    await fill(ann, book);
    expect((await ann('GET /api/cart')).json()).toMatchObject({ discount: 2 });
    expect((await begin(ann)).json().paymentID).not.toBe(paymentID);
    expect((await enter(bob, 'TEN')).json().msg).toBe(discountMessages.held);
    // Four hours later the attempt has ended, and with it the hold.
    test.clock.advance(4 * HOUR_MS);
    while (await pollNextPayment(test.app.payments));
    bob = callerOf(test.app, await signedInAs(test));
    await fill(bob, kit);
    expect((await enter(bob, 'TEN')).statusCode).toBe(200);
    const held = (await begin(bob)).json().paymentID;
    await bob(`POST /api/demo-payments/${held}`, { choice: 'hold' });
    expect((await bob('POST /api/payment', { paymentID: held })).statusCode).toBe(202);
    await fill(bob, book);
    expect((await enter(bob, 'TEN')).json().msg).toBe(discountMessages.redeemedByYou);
    await bob(`POST /api/demo-payments/${held}`, { choice: 'reject' });
    expect((await enter(bob, 'TEN')).statusCode).toBe(200);
  });
});

describe('a custom amount', () => {
  let customPriced: string;
  const choose = (amount: unknown) => ann(`PUT /api/cart/${customPriced}`, { amount });
  beforeEach(() => {
    const fields = { price: 500, suggestedPrice: 900, title: 'Zine' };
    customPriced = insertTestProduct(test.context.database, fields).publicId;
  });

  it('is the suggested price by default, then exactly the chosen amount, also with a code', async () => {
    await make();
    const line = { price: 9, customAmount: { minimum: 5, suggested: 9, maximum: 10_000 } };
    expect((await fill(ann, customPriced)).json()).toMatchObject({ cart: [line], total: 9 });
    expect((await choose(7.77)).json()).toMatchObject({
      cart: [{ price: 7.77, priceBefore: null }],
      total: 7.77,
    });
    await enter(ann, 'TEN');
    expect(await buy(ann)).toMatchObject({
      subtotal: 7.77,
      discount: 0.78,
      total: 6.99,
      cart: [{ title: 'Zine', price: 7.77, discount: 0.78 }],
    });
  });

  it.each([
    [4.99, 'At least €5.00.'],
    [0, 'At least €5.00.'],
    [5.001, 'Enter an amount in EUR with the right number of decimals.'],
    [10_000.01, 'At most €10,000.00.'],
    [1e300, 'At most €10,000.00.'],
    [-1, 'Enter an amount such as 12.50.'],
    ['7', 'Enter an amount such as 12.50.'],
    [null, 'Enter an amount such as 12.50.'],
  ])('of %s is rejected: %s', async (amount, errorMessage) => {
    await fill(ann, customPriced);
    const response = await choose(amount);
    expect([response.statusCode, response.json().fields.amount]).toEqual([
      400,
      expect.stringContaining(errorMessage),
    ]);
    expect((await ann('GET /api/cart')).json().total).toBe(9);
  });

  it('is ignored for fixed prices and in the documented call', async () => {
    await fill(ann, book, customPriced);
    expect((await ann(`PUT /api/cart/${book}`, { amount: 25 })).json().fields.amount).toMatch(
      'fixed',
    );
    expect((await ann(`PUT /api/cart/${book}`, {})).statusCode).toBe(400);
    await ann('PATCH /api/user/addcart', {
      cart: [{ _id: customPriced, price: 0.01, amount: 0.01 }],
    });
    expect((await ann('GET /api/cart')).json().total).toBe(9);
  });

  it('rises to a new minimum price, and the buyer sees it before paying', async () => {
    const product = { suggestedPrice: 1200, price: 1000 };
    await fill(ann, customPriced);
    await choose(6);
    const { context } = test;
    context.database.raw
      .prepare(
        'UPDATE products SET price = @price, suggested_price = @suggestedPrice WHERE public_id = @customPriced',
      )
      .run({ ...product, customPriced });
    expect((await ann('GET /api/cart')).json()).toMatchObject({
      cart: [{ price: 10, priceBefore: 6 }],
      total: 10,
    });
    expect((await begin(ann, { total: 6 })).json().code).toBe('PRICE_CHANGED');
  });

  it('may be 0 if the minimum price is 0, and the product is free then', async () => {
    test.context.database.raw
      .prepare('UPDATE products SET price = 0 WHERE public_id = ?')
      .run(customPriced);
    await fill(ann, customPriced);
    expect((await choose(0)).json()).toMatchObject({ total: 0 });
    expect(await buy(ann)).toMatchObject({ provider: 'free', total: 0 });
  });
});

describe('discount codes of the owner', () => {
  it('are listed with their period in the owner’s time zone and with their orders', async () => {
    const window = { from: '2026-01-01T09:00', until: '2100-06-01T09:00' };
    const made = await make({ ...window, code: ' spring-26 ', maxRedemptions: 3, products: [kit] });
    expect(made).toMatchObject({
      code: 'SPRING-26',
      state: 'running',
      maxRedemptions: 3,
      ...window,
      products: [{ _id: kit, title: 'Kit' }],
      redemptions: 0,
      underway: 0,
      label: '10% off some products',
    });
    const row = test.context.database.raw.prepare('SELECT starts_at, ends_at FROM discounts').get();
    expect(row).toEqual({
      starts_at: Date.parse('2026-01-01T08:00Z'),
      ends_at: Date.parse('2100-06-01T07:00Z'),
    });
    await fill(ann, kit, book);
    await enter(ann, 'spring-26');
    await begin(ann);
    const list = async (show: string) =>
      (await admin(`GET /api/admin/discounts?show=${show}`)).json();
    expect(await list('running')).toMatchObject({
      result: 1,
      zone: 'Europe/Berlin',
      currency: 'EUR',
      discounts: [{ redemptions: 0, underway: 1 }],
    });
    const order = await buy(ann);
    const redemptions = (await admin(`GET /api/admin/discounts/${made._id}/redemptions`)).json();
    expect(redemptions).toMatchObject({
      discount: { redemptions: 1, underway: 0 },
      redemptions: [{ order: order._id, number: order.number, buyer: 'Ann Able', discount: 0.33 }],
      result: 1,
    });
    expect((await list('scheduled')).result).toBe(0);
    await admin(`POST /api/admin/discounts/${made._id}/end`);
    expect(await list('ended')).toMatchObject({ discounts: [{ state: 'ended' }] });
    expect((await list('running')).result).toBe(0);
  });

  it('cannot be renamed once redeemed, and are unique', async () => {
    const { _id } = await make();
    await make({ code: 'OTHER' });
    const rename = async (code: string) =>
      admin(`PUT /api/admin/discounts/${_id}`, { code, kind: 'percent', value: 20 });
    expect((await rename('other')).json().fields.code).toBe(discountMessages.taken);
    expect((await rename('first')).json().discount).toMatchObject({ code: 'FIRST', value: 20 });
    await fill(ann, book);
    await enter(ann, 'FIRST');
    await buy(ann);
    expect((await rename('second')).json().fields.code).toBe(discountMessages.redeemed);
    expect((await rename('first')).statusCode).toBe(200);
  });

  it.each<[string, object]>([
    ['code', { code: 'x' }],
    ['code', { code: 'two words' }],
    ['value', { value: 0 }],
    ['value', { value: 101 }],
    ['value', { value: 12.5 }],
    ['value', { kind: 'amount', value: 0.001 }],
    ['value', { kind: 'amount', value: 1e12 }],
    ['maxRedemptions', { maxRedemptions: 0 }],
    ['maxRedemptionsPerCustomer', { maxRedemptionsPerCustomer: 1.5 }],
    ['products', { products: [] }],
    ['products', { products: ['nothinghere23456'] }],
    ['from', { from: '2026-03-29T02:30' }],
    ['until', { from: '2026-05-01T09:00', until: '2026-05-01T09:00' }],
    ['until', { until: 'tomorrow' }],
  ])('require a valid %s: %j is rejected at its field', async (field, fields) => {
    const body = { code: 'TEN', kind: 'percent', value: 10, ...fields };
    const response = await admin('POST /api/admin/discounts', body);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
  });

  it('are converted with the currency, like prices', async () => {
    const { _id } = await make({ kind: 'amount', value: 12 });
    const customPriced = { price: 500, suggestedPrice: 900 };
    insertTestProduct(test.context.database, customPriced);
    await admin('PUT /api/admin/settings', { currency: 'JPY' });
    const { discounts } = (await admin('GET /api/admin/discounts')).json();
    expect(discounts).toMatchObject([{ _id, value: 12, label: '¥12 off' }]);
    expect((await admin('GET /api/products?sort=title')).statusCode).toBe(200);
    await admin('PUT /api/admin/settings', { currency: 'EUR' });
  });
});

it('limits the number of attempts', async () => {
  await using limited = await buildTestApp({ config: { rateLimits: true } });
  const call = callerOf(limited.app, await signedInAs(limited));
  const responses = [];
  for (let number = 0; number < 40; number += 1) {
    responses.push((await enter(call, `GUESS-${number}`)).statusCode);
  }
  expect(responses.filter((status) => status !== 429)).toHaveLength(20);
  limited.clock.advance(10 * 60_000);
  expect((await enter(call, 'GUESS')).statusCode).toBe(409);
});
