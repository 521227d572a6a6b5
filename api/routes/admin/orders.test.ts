import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestOrder, insertTestProduct } from '../../testing/factories.ts';

let test: TestApp;
let admin: Caller;
let ann: Caller;
let annHerself: SignedIn;
/** Numbers of the orders by state. */
let stored: Record<'paid' | 'part' | 'back' | 'free', { publicId: string; number: number }>;

beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  annHerself = await signedInAs(test, { name: 'Ann Able' });
  ann = callerOf(test.app, annHerself);
  const { database } = test.context;
  const at = test.clock.now() - 86_400_000;
  const order = (title: string, price: number, ...amounts: number[]) =>
    insertTestOrder(database, {
      userId: annHerself.user.id,
      at,
      lines: [{ title, price }],
      refunds: amounts.map((amount) => ({ amount, at })),
    });
  stored = {
    paid: order('Lamp', 1000),
    part: order('Lamp', 1000, 400),
    back: order('Chair', 1000, 400, 600),
    free: order('Gift', 0),
  };
});
afterAll(() => test.close());

const numbersOf = async (query: string) => {
  const { payments, result } = (await admin(`GET /api/payment${query}`)).json();
  expect(payments).toHaveLength(result);
  return payments.map(({ number }: { number: number }) => number);
};

it.each<[string, (keyof typeof stored)[]]>([
  ['', ['free', 'back', 'part', 'paid']],
  ['?state=paid', ['free', 'paid']],
  ['?state=partly-refunded', ['part']],
  ['?state=refunded', ['back']],
  ['?state=refund-failed', []],
  ['?state=disputed', []],
  ['?state=paid&search=lamp', ['paid']],
  ['?state=refunded&search=lamp', []],
])('lists the orders of %s', async (query, names) => {
  expect(await numbersOf(query)).toEqual(names.map((name) => stored[name].number));
});

it('rejects an unknown state', async () => {
  expect((await admin('GET /api/payment?state=lost')).statusCode).toBe(400);
});

it('returns an order with buyer and refundable amount to admins only', async () => {
  const { order } = (await admin(`GET /api/payment/${stored.part.publicId}`)).json();
  expect(order).toMatchObject({
    number: stored.part.number,
    status: 'partly-refunded',
    left: 6,
    events: [],
    disputes: [],
    member: annHerself.user.publicId,
    captureID: `MONEY-${stored.part.publicId}`,
  });
  const free = (await admin(`GET /api/payment/${stored.free.publicId}`)).json().order;
  expect(free).toMatchObject({ left: 0, captureID: null });
  expect((await ann(`GET /api/payment/${stored.part.publicId}`)).statusCode).toBe(403);
  expect((await admin('GET /api/payment/no-such-order')).statusCode).toBe(404);
});

it('returns events of the provider, and subtracts pending refunds from the refundable amount', async () => {
  const product = insertTestProduct(test.context.database, { price: 1000 }).publicId;
  await ann('POST /api/cart', { product });
  const input = { terms: true, immediate: true };
  const { paymentID } = (await ann('POST /api/checkout', input)).json();
  await ann(`POST /api/demo-payments/${paymentID}`, { choice: 'hold' });
  await ann('POST /api/payment', { paymentID });
  await ann(`POST /api/demo-payments/${paymentID}`, { choice: 'confirm' });
  const { _id } = (await ann('POST /api/payment', { paymentID })).json().order;
  const read = async () => (await admin(`GET /api/payment/${_id}`)).json().order;
  expect((await read()).events).toMatchObject([{ kind: 'PAYMENT.CAPTURE.COMPLETED' }]);
  await admin(`POST /api/payment/${_id}/refunds`, { amount: 2.5, reason: 'Too dear' });
  expect(await read()).toMatchObject({ left: 7.5, refunds: [{ amount: 2.5, reason: 'Too dear' }] });
  test.context.database.raw.exec(
    `UPDATE refunds SET state = 'sending' WHERE reason = 'Too dear'; UPDATE orders SET refunded = 0 WHERE payment_id = '${paymentID}'`,
  );
  expect((await read()).left).toBe(7.5);
});

it('streams the listed orders as CSV without formulas', async () => {
  const { database } = test.context;
  database.raw.transaction(() => {
    for (let count = 0; count < 450; count += 1) {
      insertTestOrder(database, {
        userId: annHerself.user.id,
        at: test.clock.now(),
        lines: [{ title: count === 300 ? '@SUM(A1:A9)\tmany' : 'Many', price: 100 + count }],
      });
    }
  })();
  const response = await admin('GET /api/payment/export?search=many');
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-2026-01-15.csv"',
    'cache-control': expect.stringContaining('no-store'),
  });
  const lines = response.body.split('\r\n');
  expect(lines).toHaveLength(452);
  expect(lines[0]).toMatch(/^number,date,payment_id,provider,status,buyer,email,/);
  expect(lines[301]).toContain(",'@SUM(A1:A9)\tmany,1,4.00,4.00,EUR,");
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[10]))).toEqual(
    Array.from({ length: 450 }, (_, count) => (100 + count) / 100),
  );
  const back = await admin('GET /api/payment/export?state=refunded');
  expect(back.body.split('\r\n')[1]).toContain('Chair,1,10.00,10.00,EUR,0.00,10.00,10.00');
  expect((await ann('GET /api/payment/export')).statusCode).toBe(403);
});
