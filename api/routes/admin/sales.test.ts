import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SalesReport } from '#contracts/sales.ts';
import { recordDownload } from '../../db/repositories/library.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestFile, insertTestOrder, insertTestProduct } from '../../testing/factories.ts';

let test: TestApp;
let admin: Caller;
let userId: number;

beforeAll(async () => {
  test = await buildTestApp();
  const owner = await signedInAs(test, { role: 'admin' });
  admin = callerOf(test.app, owner);
  userId = owner.user.id;
});
afterAll(() => test.close());
beforeEach(async () => {
  deleteSales();
  await zone('UTC');
});

const deleteSales = () =>
  test.context.database.raw.exec(
    'DELETE FROM refunds; DELETE FROM order_lines; DELETE FROM orders',
  );
const zone = (timezone: string) => admin('PUT /api/admin/settings', { timezone });
const order = (at: string, more: Omit<Parameters<typeof insertTestOrder>[1], 'userId' | 'at'>) =>
  insertTestOrder(test.context.database, { userId, at: Date.parse(at), ...more });
const back = (
  amount: number,
  at: string,
  more: { state?: 'sending' | 'failed'; lines?: number[] } = {},
) => ({ amount, at: Date.parse(at), ...more });
const read = async (query = ''): Promise<SalesReport> =>
  (await admin(`GET /api/admin/sales${query}`)).json();
const months = ({ months: all }: SalesReport) =>
  all.map(({ month, orders, paid, refunded, net }) => [month, orders, paid, refunded, net]);

it('sums up payments and refunds by their month, and counts free orders', async () => {
  order('2025-11-02T10:00:00Z', {
    lines: [
      { product: 'a', price: 1000 },
      { product: 'b', price: 250, quantity: 3 },
    ],
    // Part of it in the same month, the rest two months later, and what never went.
    refunds: [
      back(500, '2025-11-20T10:00:00Z'),
      back(9, '2025-12-01T10:00:00Z', { state: 'failed' }),
      back(8, '2026-01-03T10:00:00Z', { state: 'sending' }),
      back(1250, '2026-01-03T10:00:00Z'),
    ],
  });
  order('2025-12-24T10:00:00Z', { lines: [{ product: 'free', price: 0 }] });
  order('2026-01-05T10:00:00Z', { lines: [{ product: 'a', price: 999, quantity: 2 }] });
  order('2026-01-05T11:00:00Z', { currency: 'JPY', lines: [{ product: 'a', price: 5000 }] });

  const report = await read('?from=2025-11&to=2026-01');
  expect(months(report)).toEqual([
    ['2025-11', 1, 17.5, 5, 12.5],
    ['2025-12', 1, 0, 0, 0],
    ['2026-01', 1, 19.98, 12.5, 7.48],
  ]);
  expect(report).toMatchObject({
    totals: { orders: 3, sold: 7, paid: 37.48, refunded: 17.5, net: 19.98 },
    currency: 'EUR',
    currencies: ['EUR', 'JPY'],
    first: '2025-11',
    now: '2026-01',
  });
  // The net revenue of products is zero if their order was fully refunded.
  expect(report.products).toMatchObject([
    { _id: 'a', sold: 3, paid: 29.98, refunded: 10, net: 19.98 },
    { _id: 'b', sold: 3, paid: 7.5, refunded: 7.5, net: 0 },
    { _id: 'free', sold: 1, paid: 0, refunded: 0, net: 0 },
  ]);
  // A month in which more went back than came is less than nothing.
  const yen = await read('?from=2025-12&to=2026-01&currency=JPY');
  expect(months(yen)).toEqual([
    ['2025-12', 0, 0, 0, 0],
    ['2026-01', 1, 5000, 0, 5000],
  ]);
  order('2025-01-01T10:00:00Z', {
    lines: [{ price: 300 }],
    // The provider gave more than was paid: what was never here cannot go.
    refunds: [back(200, '2025-03-01T00:00:00Z'), back(900, '2025-04-01T00:00:00Z')],
  });
  expect(months(await read('?from=2025-03&to=2025-04'))).toEqual([
    ['2025-03', 0, 0, 2, -2],
    ['2025-04', 0, 0, 1, -1],
  ]);
});

it('assigns discounts and refunds to their lines', async () => {
  order('2025-11-02T10:00:00Z', {
    lines: [
      { product: 'a', price: 1000, discount: 100 },
      { product: 'b', price: 500, quantity: 2, discount: 50 },
      { product: 'c', price: 300 },
    ],
    refunds: [
      back(950, '2025-11-03T10:00:00Z', { lines: [1] }),
      // Of the line that is left after the one before, in proportion to what is left of each.
      back(400, '2025-12-03T10:00:00Z'),
      // More than its line has left: the rest falls on the other one.
      back(300, '2026-01-03T10:00:00Z', { lines: [2] }),
    ],
  });
  const of = async (month: string) =>
    Object.fromEntries(
      (await read(`?from=${month}&to=${month}`)).products.map((one) => [
        one._id,
        [one.paid, one.refunded],
      ]),
    );
  expect(await of('2025-11')).toEqual({ a: [9, 0], b: [9.5, 9.5], c: [3, 0] });
  expect(await of('2025-12')).toEqual({ a: [0, 3], c: [0, 1] });
  expect(await of('2026-01')).toEqual({ a: [0, 1], c: [0, 2] });
});

it('counts downloads of a product in the period', async () => {
  const { database } = test.context;
  const { id, publicId } = insertTestProduct(database, { title: 'Fetched' });
  const file = insertTestFile(database, id);
  const named = 'SELECT id FROM product_file_versions WHERE file_id = ?';
  const version = Number(database.raw.prepare(named).pluck().get(file));
  const fetched = (at: string) =>
    recordDownload(database, {
      userId,
      productId: id,
      versionId: version,
      bytes: 9,
      linkEndsAt: Date.parse(at) + 1,
      now: Date.parse(at),
    });
  for (const at of ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']) {
    fetched(at);
  }
  const [product] = (await read('?from=2026-01&to=2026-01')).products;
  expect(product).toMatchObject({ _id: publicId, there: true, sold: 0, net: 0, downloads: 2 });
  database.raw.exec('DELETE FROM downloads');
});

it.each([
  // Half past eleven in the evening of UTC is the next day in Berlin.
  ['Europe/Berlin', '2026-01-31T23:30:00Z', '2026-02'],
  ['UTC', '2026-01-31T23:30:00Z', '2026-01'],
  ['America/New_York', '2026-02-01T04:59:59Z', '2026-01'],
  ['America/New_York', '2026-02-01T05:00:00Z', '2026-02'],
  ['Asia/Kolkata', '2025-12-31T18:30:00Z', '2026-01'],
  // In summer one hour earlier than in winter.
  ['Europe/Berlin', '2025-07-31T22:00:00Z', '2025-08'],
  ['Europe/Berlin', '2025-07-31T21:59:59Z', '2025-07'],
  // The month began at one o’clock: clocks went forward at midnight.
  ['America/Asuncion', '2017-10-01T03:59:59Z', '2017-09'],
  ['America/Asuncion', '2017-10-01T04:00:00Z', '2017-10'],
])('counts in the time zone %s: %s belongs to %s', async (name, at, month) => {
  await zone(name);
  order(at, { lines: [{ price: 100 }], refunds: [back(100, at)] });
  const report = await read('?from=2017-01&to=2026-12');
  expect(report.zone).toBe(name);
  expect(months(report).filter(([, orders]) => orders !== 0)).toEqual([[month, 1, 1, 1, 0]]);
});

it('shows the last twelve months by default and rejects invalid periods', async () => {
  const report = await read();
  expect([report.from, report.to, report.months.length, report.first]).toEqual([
    '2025-02',
    '2026-01',
    12,
    null,
  ]);
  expect((await read('?from=2026-03')).months).toHaveLength(1);
  for (const [query, field] of [
    ['?from=2026-02&to=2026-01', 'to'],
    ['?from=1990-01&to=2026-01', 'from'],
    ['?from=2026-13', 'from'],
    ['?to=2026-1', 'to'],
    ['?currency=euro', 'currency'],
  ]) {
    const response = await admin(`GET /api/admin/sales${query}`);
    expect([query, response.statusCode, Object.keys(response.json().fields)]).toEqual([
      query,
      400,
      [field],
    ]);
  }
});

it('uses current product names and no formulas in the CSV file', async () => {
  const there = insertTestProduct(test.context.database, { title: 'Its name now' }).publicId;
  order('2026-01-02T10:00:00Z', {
    lines: [
      { product: there, title: 'Its name then', price: 500 },
      { product: 'gone', title: '=HYPERLINK("http://evil.example","Gone")', price: 100 },
    ],
    refunds: [back(600, '2026-01-03T10:00:00Z')],
  });
  const { products } = await read();
  expect(products).toMatchObject([
    { title: expect.stringMatching(/^=HYPER/), there: false, refunded: 1 },
    { title: 'Its name now', there: true, refunded: 5 },
  ]);
  order('2025-12-02T10:00:00Z', {
    lines: [{ product: there, price: 300 }],
    refunds: [back(300, '2026-01-04T10:00:00Z')],
  });
  const { file, csv } = (await admin('GET /api/admin/sales/export?from=2025-12')).json();
  expect(file).toBe('sales-2025-12-to-2026-01.csv');
  expect(csv.split('\r\n')).toEqual([
    'month,product,id,sold,paid,refunded,net,currency,downloads',
    `2025-12,Its name now,${there},1,3.00,0.00,3.00,EUR,0`,
    `2026-01,"'=HYPERLINK(""http://evil.example"",""Gone"")",gone,1,1.00,1.00,0.00,EUR,0`,
    `2026-01,Its name now,${there},1,5.00,8.00,-3.00,EUR,0`,
    '',
  ]);
});

const MONTHS = ['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01'];
const day = fc
  .record({ month: fc.constantFrom(...MONTHS), day: fc.integer({ min: 1, max: 28 }) })
  .map((one) => `${one.month}-${String(one.day).padStart(2, '0')}T12:00:00Z`);
const someOrder = fc.record({
  at: day,
  lines: fc.array(
    fc.record({
      product: fc.constantFrom('a', 'b', 'c'),
      // Enough for two that are multiplied to be more than 64 bits hold.
      price: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant(100_000_000)),
      quantity: fc.integer({ min: 1, max: 99 }),
      off: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  // Parts of what was paid, in thousandths; together they may be more.
  parts: fc.array(
    fc.record({
      at: day,
      part: fc.integer({ min: 1, max: 1000 }),
      lines: fc.option(fc.uniqueArray(fc.nat(4), { minLength: 1 })),
    }),
    { maxLength: 4 },
  ),
});
const minor = (amount: number) => Math.round(amount * 100);

it('has the same totals by month and by product for any orders and refunds', async () => {
  const check = async (all: (typeof someOrder extends fc.Arbitrary<infer One> ? One : never)[]) => {
    deleteSales();
    test.context.database.raw.exec('BEGIN');
    const wholly = new Map<string, number>();
    for (const { at, lines: requested, parts } of all) {
      const lines = requested.map(({ off, ...line }) => ({
        ...line,
        discount: Math.floor((line.price * line.quantity * off) / 100),
      }));
      const paidFor = ({ price, quantity, discount }: (typeof lines)[number]) =>
        price * quantity - discount;
      const total = lines.reduce((sum, line) => sum + paidFor(line), 0);
      const refunds = parts
        .map(({ at: when, part, lines: meant }) =>
          back(Math.ceil((total * part) / 1000), when, meant ? { lines: meant } : {}),
        )
        .filter(({ amount }) => amount > 0);
      order(at, { lines, refunds });
      const gone = refunds.reduce((sum, { amount }) => sum + amount, 0) >= total;
      for (const line of lines) {
        const stays = gone ? 0 : paidFor(line);
        wholly.set(line.product, (wholly.get(line.product) ?? 0) + stays);
      }
    }
    test.context.database.raw.exec('COMMIT');
    const whole = await read(`?from=${MONTHS[0]}&to=${MONTHS.at(-1)}`);
    const sum = <One>(list: One[], of: (one: One) => number) =>
      list.reduce((together, one) => together + minor(of(one)), 0);
    for (const name of ['paid', 'refunded', 'net'] as const) {
      const sums = [sum(whole.months, (one) => one[name]), sum(whole.products, (one) => one[name])];
      expect([name, ...sums]).toEqual([name, minor(whole.totals[name]), minor(whole.totals[name])]);
    }
    for (const { month, refunded } of whole.months.filter((one) => one.refunded > 0)) {
      const { products } = await read(`?from=${month}&to=${month}`);
      expect(sum(products, (one) => one.refunded)).toBe(minor(refunded));
      expect(products.every((one) => one.refunded >= 0)).toBe(true);
    }
    // Net revenue is at least zero, and at most the sum of the orders that were not fully refunded.
    for (const { _id, net } of whole.products) {
      expect(minor(net)).toBeGreaterThanOrEqual(0);
      expect(minor(net)).toBeLessThanOrEqual(wholly.get(_id) ?? 0);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(someOrder, { minLength: 1, maxLength: 6 }), check), {
    numRuns: Number(process.env.SALES_RUNS ?? 25),
  });
});
