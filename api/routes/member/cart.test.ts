import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCatalogue } from '#contracts/errors.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { products } from '../../db/schema/products.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestProduct } from '../../testing/factories.ts';

let test: TestApp;
let ann: Caller;
let guest: Caller;
let book: { publicId: string };
let seats: { publicId: string };

beforeAll(async () => {
  test = await buildTestApp();
  ann = callerOf(test.app, await signedInAs(test));
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterAll(() => test.close());
beforeEach(() => {
  const { database } = test.context;
  database.raw.exec('DELETE FROM cart_lines; DELETE FROM products');
  book = insertTestProduct(database, { price: 1999, title: 'Book' });
  seats = insertTestProduct(database, { price: 333, title: 'Seats', licenceType: 'seats' });
});

const fill = (cart: unknown) => ann('PATCH /api/user/addcart', { cart });
const titles = async () =>
  (await ann('GET /api/cart')).json().cart.map((line: { title: string }) => line.title);

describe('a product that the demo provider cannot sell', () => {
  const unsold = { code: 'NOT_FOR_SALE', msg: errorCatalogue.NOT_FOR_SALE.msg };
  const own = (fields = {}) =>
    insertTestProduct(test.context.database, { isSample: false, title: 'Own', ...fields });

  it('is rejected by every call that adds it to the cart', async () => {
    const { publicId } = own();
    for (const open of [own({ price: 0, suggestedPrice: 500 }), { publicId }]) {
      const added = await ann('POST /api/cart', { product: open.publicId });
      expect([added.statusCode, added.json()]).toEqual([409, unsold]);
    }
    const filled = await fill([{ _id: publicId, quantity: 1 }]);
    expect([filled.statusCode, filled.json()]).toEqual([409, unsold]);
    expect(await titles()).toEqual([]);
  });

  it('is for sale if it is free', async () => {
    const { publicId } = own({ price: 0 });
    expect((await ann('POST /api/cart', { product: publicId })).statusCode).toBe(201);
    const input = { terms: true, immediate: true };
    expect((await ann('POST /api/checkout', input)).json().provider).toBe('free');
  });

  it('is excluded from the total if it is in the cart, and cannot be paid', async () => {
    const { publicId } = own({ price: 0 });
    await fill([
      { _id: publicId, quantity: 1 },
      { _id: book.publicId, quantity: 1 },
    ]);
    test.context.database.query
      .update(products)
      .set({ price: 500 })
      .where(eq(products.publicId, publicId))
      .run();
    const { cart, total } = (await ann('GET /api/cart')).json();
    expect(total).toBe(19.99);
    expect(cart.find((line: { _id: string }) => line._id === publicId).state).toBe('not-for-sale');
    const response = await ann('POST /api/checkout', { terms: true, immediate: true });
    expect([response.statusCode, response.json().code]).toEqual([409, 'NOT_FOR_SALE']);
    expect(response.json().msg).toContain('“Own” is not for sale yet.');
  });

  it('is marked as such in lists and responses, except in samples', async () => {
    const { publicId } = own();
    expect((await guest(`GET /api/products/${publicId}`)).json().forSale).toBe(false);
    const listed: { title: string; forSale: boolean }[] = (await guest('GET /api/products')).json()
      .products;
    const standing = Object.fromEntries(listed.map(({ title, forSale }) => [title, forSale]));
    expect(standing).toEqual({ Own: false, Book: true, Seats: true });
  });
});

describe('the cart', () => {
  it('asks guests to sign in, with the documented message', async () => {
    for (const call of ['GET /api/cart', 'PATCH /api/user/addcart', 'POST /api/checkout']) {
      const response = await guest(call, call.startsWith('GET') ? undefined : {});
      expect([response.statusCode, response.json().msg]).toEqual([401, cartMessages.guest]);
    }
  });

  it('stores product and quantity of the documented call, and calculates the prices', async () => {
    const line = { title: 'Mine', price: 0.01, subtotal: 0, sold: 9, images: { url: 'x' } };
    const response = await fill([
      { ...line, _id: book.publicId, quantity: 1 },
      { ...line, _id: seats.publicId, quantity: 3 },
    ]);
    expect(response.json()).toMatchObject({
      cart: [
        { title: 'Book', price: 19.99, quantity: 1, subtotal: 19.99, state: 'ready' },
        { title: 'Seats', price: 3.33, quantity: 3, subtotal: 9.99, state: 'ready' },
      ],
      count: 2,
      currency: 'EUR',
      subtotal: 29.98,
      total: 29.98,
    });
    expect((await fill([{ _id: seats.publicId, quantity: 2 }])).json()).toMatchObject({
      total: 6.66,
    });
    expect(await titles()).toEqual(['Seats']);
  });

  it.each([0, -1, 1.5, 100, 1e9, '2', null, Number.NaN])(
    'rejects %s as a quantity',
    async (quantity) => {
      const response = await fill([{ _id: seats.publicId, quantity }]);
      expect([response.statusCode, response.json().msg]).toEqual([400, cartMessages.quantity]);
      const put = await ann(`PUT /api/cart/${seats.publicId}`, { quantity });
      expect(put.statusCode).toBe(400);
      expect(await titles()).toEqual([]);
    },
  );

  it('rejects duplicates, two single copies and more than a hundred products', async () => {
    const add = () => ann('POST /api/cart', { product: book.publicId });
    expect((await add()).statusCode).toBe(201);
    const again = await add();
    expect([again.statusCode, again.json().msg]).toEqual([409, cartMessages.duplicate]);
    const twice = await fill([{ _id: seats.publicId }, { _id: seats.publicId }]);
    expect([twice.statusCode, twice.json().msg]).toEqual([409, cartMessages.duplicate]);
    const two = await fill([{ _id: book.publicId, quantity: 2 }]);
    expect([two.statusCode, two.json().msg]).toEqual([400, cartMessages.fixed]);
    expect(await titles()).toEqual(['Book']);
    const many = Array.from({ length: 101 }, () => ({ _id: book.publicId }));
    expect((await fill(many)).statusCode).toBe(400);
  });

  it('rejects products that are not for sale, and reports later removals and price changes', async () => {
    const { database } = test.context;
    for (const state of ['draft', 'retired', 'deleted'] as const) {
      const { publicId: product } = insertTestProduct(database, { state });
      const status = state === 'retired' ? 409 : 404;
      expect((await ann('POST /api/cart', { product })).statusCode).toBe(status);
      expect((await fill([{ _id: product }])).statusCode).toBe(status);
    }
    await fill([{ _id: book.publicId }, { _id: seats.publicId, quantity: 2 }]);
    database.query.update(products).set({ price: 500 }).run();
    database.raw.prepare(`UPDATE products SET state = 'retired' WHERE title = 'Book'`).run();
    const cart = (await ann('GET /api/cart')).json();
    expect(cart).toMatchObject({
      cart: [
        { title: 'Book', state: 'gone' },
        { title: 'Seats', priceBefore: 3.33, price: 5, subtotal: 10 },
      ],
      total: 10,
    });
    const response = await ann('POST /api/checkout', { terms: true, immediate: true });
    expect(response.json()).toMatchObject({
      code: 'STATE_CONFLICT',
      msg: expect.stringMatching('“Book” is no longer for sale'),
    });
    // The documented call sends the whole cart: what has left the shop must not keep the rest from changing.
    for (const state of ['retired', 'draft', 'deleted']) {
      database.raw.prepare(`UPDATE products SET state = ? WHERE title = 'Book'`).run(state);
      const all = [{ _id: book.publicId }, { _id: seats.publicId, quantity: 2 }];
      expect([state, (await fill(all)).statusCode]).toEqual([state, 200]);
    }
    await ann(`DELETE /api/cart/${book.publicId}`);
    const shown = { terms: true, immediate: true, total: 6.66 };
    expect((await ann('POST /api/checkout', shown)).json().code).toBe('PRICE_CHANGED');
  });
});
