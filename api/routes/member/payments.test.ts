import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORDER_PLACED } from '#contracts/shop-messages.ts';
import { upsertSetting } from '../../db/repositories/site.ts';
import { emails } from '../../db/schema/email.ts';
import { products } from '../../db/schema/products.ts';
import { anonymiseOldOrders, purgeCheckouts } from '../../services/checkout/payment-updates.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  foreignKeys,
  makeAuthority,
  makeSigner,
  makeSigningCertificate,
  SIGNER,
  signingKeys,
} from '../../testing/certificate.ts';
import { sentEmails } from '../../testing/emails.ts';
import { insertTestProduct } from '../../testing/factories.ts';
import { type Paypal, signPaypalEvent, startPaypal } from '../../testing/paypal.ts';
import { until } from '../../testing/until.ts';

const input = { terms: true, immediate: true };
const address = {
  recipient_name: 'Ann Able',
  line1: 'Lane 1',
  city: 'Town',
  postal_code: '12345',
  country_code: 'de',
};

let test: TestApp;
let ann: Caller;
let bob: Caller;
let admin: Caller;
let annHerself: SignedIn;

async function open(config: Parameters<typeof buildTestApp>[0] = {}): Promise<void> {
  test = await buildTestApp(config);
  annHerself = await signedInAs(test, { name: 'Ann Able' });
  ann = callerOf(test.app, annHerself);
  bob = callerOf(test.app, await signedInAs(test, { name: 'Bob Best' }));
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
}

const product = (fields: Parameters<typeof insertTestProduct>[1] = {}) =>
  insertTestProduct(test.context.database, { price: 1999, title: 'A book', ...fields }).publicId;

/** Puts a product into the cart of Ann and begins to pay. */
async function begin(fields = {}, call = ann): Promise<string> {
  await call('POST /api/cart', { product: product(fields) });
  return (await call('POST /api/checkout', input)).json().paymentID;
}
const choose = (id: string, choice: string) => ann(`POST /api/demo-payments/${id}`, { choice });
const finish = (paymentID: string, more = {}) => ann('POST /api/payment', { paymentID, ...more });
const orderCount = async () => (await admin('GET /api/payment')).json().result;

describe('paying with the demo provider', () => {
  beforeAll(() => open());
  afterAll(() => test.close());
  beforeEach(() => test.context.database.raw.exec('DELETE FROM cart_lines'));

  it('requires approval on its page and results in an order, a receipt and an empty cart', async () => {
    await ann('POST /api/cart', { product: product() });
    for (const lacking of [{}, { terms: true }, { immediate: true }, { ...input, terms: 'yes' }]) {
      expect((await ann('POST /api/checkout', lacking)).statusCode).toBe(400);
    }
    const begun = (await ann('POST /api/checkout', { ...input, total: 19.99 })).json();
    const { paymentID, approveUrl, provider } = begun;
    expect(provider).toBe('demo');
    expect(approveUrl).toBe(`http://localhost:3000/shop/demo-payment?token=${paymentID}`);
    const page = (await ann(`GET /api/demo-payments/${paymentID}`)).json();
    expect(page).toMatchObject({ state: 'waiting', total: '19.99', currency: 'EUR' });
    expect((await finish(paymentID)).statusCode).toBe(402);
    expect((await choose(paymentID, 'approve')).json().goTo).toBe(
      `/shop/checkout?token=${paymentID}`,
    );
    const lies = { cart: [{ price: 0.01 }], address };
    const responses = await Promise.all([
      finish(paymentID, lies),
      finish(paymentID),
      finish(paymentID),
    ]);
    const ids = responses.map((response) => response.json().order._id);
    expect(new Set(ids).size).toBe(1);
    const { msg, order } = (await finish(paymentID, { address: { city: 'Elsewhere' } })).json();
    expect(msg).toBe(ORDER_PLACED);
    expect(order).toMatchObject({
      number: 1001,
      paymentID,
      provider: 'demo',
      status: 'paid',
      total: 19.99,
      address: { ...address, country_code: 'DE' },
      buyer: { name: 'Ann Able', email: annHerself.user.email },
      cart: [{ title: 'A book', quantity: 1, price: 19.99 }],
      terms: expect.stringContaining('delivered immediately'),
      consentedAt: new Date(test.clock.now()).toISOString(),
    });
    expect((await ann('GET /api/cart')).json().count).toBe(0);
    const [email] = (await sentEmails(test.context)).filter(({ subject }) =>
      /order 1001/.test(subject ?? ''),
    );
    expect(JSON.stringify(email?.to ?? '')).toContain(annHerself.user.email);
    expect(email?.text).toContain('A book: €19.99');
    expect(email?.text).toContain('The demo provider did not charge any money.');
    expect(email?.text).toContain(`/shop/products/history/${order._id}`);
    const jobs = test.context.database.raw
      .prepare(`SELECT payload FROM jobs WHERE kind = 'refresh'`)
      .all();
    expect(JSON.stringify(jobs)).toMatch(/product:\d+/);
  });

  it('reports a declined payment and accepts a later approval', async () => {
    const paymentID = await begin({ title: 'Declined at first' });
    await choose(paymentID, 'decline');
    const declined = await finish(paymentID);
    expect([declined.statusCode, declined.json().code]).toEqual([402, 'PAYMENT_DECLINED']);
    expect((await ann('GET /api/cart')).json().count).toBe(1);
    await choose(paymentID, 'approve');
    expect((await finish(paymentID)).statusCode).toBe(200);
  });

  it.each([
    ['confirm', 1, 0],
    ['reject', 0, 1],
  ])('keeps the payment pending until the provider reports: %s', async (choice, made, left) => {
    const before = await orderCount();
    const paymentID = await begin({ title: `Held, then ${choice}` });
    await choose(paymentID, 'hold');
    const held = await finish(paymentID);
    expect([held.statusCode, held.json().order]).toEqual([202, null]);
    const { underway } = (await ann('GET /api/user/history')).json();
    expect(underway).toMatchObject([{ paymentID, total: 19.99, titles: [`Held, then ${choice}`] }]);
    expect((await ann('POST /api/checkout', input)).json().code).toBe('PAYMENT_IN_PROGRESS');
    await choose(paymentID, choice);
    expect((await orderCount()) - before).toBe(made);
    expect((await ann('GET /api/cart')).json().count).toBe(left);
    expect((await finish(paymentID)).statusCode).toBe(made ? 200 : 409);
    expect((await choose(paymentID, 'approve')).statusCode).toBe(409);
  });

  it('grants free products without a provider, but not twice', async () => {
    const gift = product({ price: 0, title: 'A gift' });
    await ann('POST /api/cart', { product: gift });
    const begun = (await ann('POST /api/checkout', input)).json();
    expect(begun).toMatchObject({
      provider: 'free',
      approveUrl: `http://localhost:3000/shop/checkout?token=${begun.paymentID}`,
    });
    const { order } = (await finish(begun.paymentID)).json();
    expect(order).toMatchObject({ total: 0, status: 'paid', provider: 'free' });
    const again = await ann('POST /api/cart', { product: gift });
    expect([again.statusCode, again.json().msg]).toEqual([409, 'You already own this product.']);
    const refund = await admin(`POST /api/payment/${order._id}/refunds`, {});
    expect(refund.statusCode).toBe(409);
    expect((await finish('FREE-THINGS')).statusCode).toBe(404);
  });

  it('creates the order of a product that was removed from sale during the payment', async () => {
    const id = product({ title: 'Left meanwhile' });
    await ann('POST /api/cart', { product: id });
    const { paymentID } = (await ann('POST /api/checkout', input)).json();
    expect((await admin(`DELETE /api/products/${id}`)).statusCode).toBe(200);
    expect((await ann(`GET /api/products/${id}`)).statusCode).toBe(404);
    expect((await ann('GET /api/cart')).json().cart).toMatchObject([{ state: 'gone' }]);
    await choose(paymentID, 'approve');
    const { database } = test.context;
    database.raw.exec('DELETE FROM jobs');
    const { order } = (await finish(paymentID)).json();
    expect(order.cart).toMatchObject([{ _id: id, title: 'Left meanwhile', price: 19.99 }]);
    // Its page, which the library links to, is rendered again.
    const jobs = database.raw.prepare(`SELECT payload FROM jobs WHERE kind = 'refresh'`).pluck();
    expect(jobs.all().join()).toContain(`/shop/products/detail/${id}`);
    expect((await ann('GET /api/cart')).json().count).toBe(0);
    // The buyer keeps the product, and no one else can buy it.
    expect((await admin(`GET /api/products/${id}`)).json()).toMatchObject({
      state: 'retired',
      sold: 1,
    });
    expect((await bob('POST /api/cart', { product: id })).statusCode).toBe(409);
  });

  it('exports the purchases of a buyer', async () => {
    const paymentID = await begin({ title: 'Taken along' });
    await choose(paymentID, 'approve');
    const { order } = (await finish(paymentID)).json();
    const taken = (await ann('GET /api/account/data')).json();
    const [own] = taken.orders.filter((one: { number: number }) => one.number === order.number);
    expect(own).toMatchObject({ total: 1999, lines: [{ title: 'Taken along', price: 1999 }] });
  });

  it('shows orders to their buyer, and to admins, who can search, count and export them', async () => {
    const paymentID = await begin({ title: 'Rare, "quoted" title', price: 500 });
    await choose(paymentID, 'approve');
    const { order } = (await finish(paymentID)).json();
    const mine = (await ann('GET /api/user/history?limit=1')).json();
    expect(mine.result).toMatchObject([{ _id: order._id }]);
    expect(mine.pages).toBe(mine.orders);
    expect((await bob('GET /api/user/history')).json()).toMatchObject({ result: [], orders: 0 });
    expect((await bob(`GET /api/user/history/${order._id}`)).statusCode).toBe(404);
    expect((await admin(`GET /api/user/history/${order._id}`)).json().order._id).toBe(order._id);
    expect((await bob('GET /api/payment')).statusCode).toBe(403);
    for (const search of ['rare,', paymentID.slice(5), `%23${order.number}`, 'ann able']) {
      const found = (
        await admin(`GET /api/payment?search=${search.replaceAll(' ', '%20')}`)
      ).json();
      expect([search, found.payments[0]._id]).toEqual([search, order._id]);
    }
    expect((await admin('GET /api/payment?search=%22%20OR%20x')).json().result).toBe(0);
    const { totals, result } = (await admin('GET /api/payment')).json();
    expect(totals).toMatchObject([{ currency: 'EUR', orders: result }]);
    const csv = (await admin('GET /api/payment/export')).body;
    expect(csv.split('\r\n')).toHaveLength(result + 2);
    expect(csv).toContain('"Rare, ""quoted"" title",1,5.00,5.00,EUR,0.00,5.00,0.00');
    expect(csv).not.toContain('undefined');
  });

  it('refunds in part and in full, notifies the buyer, and never exceeds the payment', async () => {
    const paymentID = await begin({ title: 'Given back' });
    await choose(paymentID, 'approve');
    const id = (await finish(paymentID)).json().order._id;
    const back = (amount?: number) =>
      admin(`POST /api/payment/${id}/refunds`, amount === undefined ? {} : { amount });
    for (const amount of [0, -5, 0.001, 20, 1e12]) {
      expect([400, 409]).toContain((await back(amount)).statusCode);
    }
    const [one, two] = await Promise.all([back(15), back(15)]);
    expect([one?.statusCode, two?.statusCode].sort()).toEqual([200, 409]);
    expect((await finish(paymentID)).json().order).toMatchObject({
      status: 'partly-refunded',
      refunded: 15,
      refunds: [{ amount: 15, state: 'done' }],
    });
    expect((await back()).json().order).toMatchObject({ status: 'refunded', refunded: 19.99 });
    expect((await bob(`POST /api/payment/${id}/refunds`, {})).statusCode).toBe(403);
    const received = test.context.database.query.select().from(emails).all();
    expect(received.filter(({ subject }) => /refund/.test(subject))).toHaveLength(2);
  });

  it('keeps purchased data after changes of product and account', async () => {
    const paymentID = await begin({ title: 'As it was' });
    await choose(paymentID, 'approve');
    const { order } = (await finish(paymentID)).json();
    test.context.database.query.update(products).set({ title: 'Changed', price: 1 }).run();
    expect((await ann(`GET /api/user/history/${order._id}`)).json().order.cart).toMatchObject([
      { title: 'As it was', price: 19.99 },
    ]);
    await purgeCheckouts(test.app.payments);
    test.context.database.raw
      .prepare(`UPDATE users SET status = 'deleted' WHERE id = ?`)
      .run(annHerself.user.id);
    test.clock.advance(9 * 366 * 86_400_000);
    await anonymiseOldOrders(test.context);
    const read = async () => {
      const row = `SELECT o.buyer, o.address, o.words, o.total, c.buyer AS checkoutBuyer, c.address AS sentTo
        FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE o.public_id = ?`;
      return JSON.stringify(test.context.database.raw.prepare(row).get(order._id));
    };
    expect(await read()).toContain('Ann Able');
    test.clock.advance(2 * 366 * 86_400_000);
    await anonymiseOldOrders(test.context);
    expect(await read()).not.toContain('Ann');
    expect(await read()).toContain('1999');
  });
});

describe('the webhook of PayPal', () => {
  let paypal: Paypal & { close(): Promise<void> };
  beforeAll(async () => {
    paypal = await startPaypal();
    await open({ config: { paypal: paypal.options } });
  });
  afterAll(async () => {
    await test.close();
    await paypal.close();
  });

  const sendWebhook = (
    { headers, body }: { headers: Record<string, string>; body: string },
    to = 'paypal',
  ) =>
    test.app.inject({ method: 'POST', url: `/api/payment-events/${to}`, headers, payload: body });

  it('creates one order for a payment whose buyer never returned', async () => {
    const paymentID = await begin();
    expect(paypal.orders.has(paymentID)).toBe(true);
    paypal.approve(paymentID);
    const event = paypal.event('CHECKOUT.ORDER.APPROVED', paymentID);
    const responses = await Promise.all([
      sendWebhook(event),
      sendWebhook(event),
      finish(paymentID),
      finish(paymentID),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await orderCount()).toBe(1);
    expect(paypal.orders.get(paymentID)?.captures).toHaveLength(1);
  });

  it('rejects events that PayPal has not signed for this shop', async () => {
    const paymentID = await begin();
    paypal.approve(paymentID);
    const { apiUrl } = paypal.options;
    const { body } = paypal.event('CHECKOUT.ORDER.APPROVED', paymentID);
    const right = () => signPaypalEvent(body, { apiUrl });
    const alter = (name: string, value: string) => {
      const event = right();
      return { ...event, headers: { ...event.headers, [name]: value } };
    };
    const forged = [
      { headers: { 'content-type': 'application/json' }, body },
      { ...right(), body: body.replace('APPROVED', 'COMPLETED') },
      { ...right(), body: ` ${body}` },
      signPaypalEvent(body, { apiUrl, key: foreignKeys.privateKey }),
      signPaypalEvent(body, { apiUrl, webhookId: 'WH-OF-ANOTHER-SHOP' }),
      alter('paypal-transmission-id', 'another'),
      alter('paypal-transmission-time', '2027-01-01T00:00:00Z'),
      alter('paypal-auth-algo', 'none'),
      alter('paypal-transmission-sig', ''),
      ...[
        'https://evil.example/cert.pem',
        'https://paypal.com.evil.example/cert.pem',
        'nonsense',
        `${apiUrl}@evil.example/cert.pem`,
        'http://169.254.169.254/cert.pem',
        'file:///etc/passwd',
      ].map((address) => alter('paypal-cert-url', address)),
    ];
    for (const event of forged) {
      const response = await sendWebhook(event);
      expect([response.statusCode, response.json().code]).toEqual([400, 'SIGNATURE_INVALID']);
    }
    // The certificate cannot be loaded: the event is rejected, and the provider has to retry.
    const away = await sendWebhook(alter('paypal-cert-url', `${apiUrl}/no/such/cert.pem`));
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '60']);
    expect(
      (
        await sendWebhook(
          { ...right(), headers: { ...right().headers, 'demo-signature': 'x' } },
          'demo',
        )
      ).statusCode,
    ).toBe(400);
    expect((await sendWebhook(right(), 'stripe')).statusCode).toBe(400);
    expect(paypal.orders.get(paymentID)?.captures).toEqual([]);
    expect(await orderCount()).toBe(1);
  });

  const past = { until: '20210101000000Z' };
  const future = { from: '21000101000000Z' };
  const stranger = { name: 'Test Authority', keys: foreignKeys };
  it.each([
    ['is self-signed', makeSigner({ issuer: { name: SIGNER, keys: signingKeys } })],
    [
      'chains to an unknown authority',
      makeSigner({ issuer: stranger }) + makeAuthority({ ...stranger, issuer: stranger }),
    ],
    [
      'was issued by a certificate that is no authority',
      makeSigner({ issuer: { name: 'shop.example', keys: foreignKeys } }) +
        makeSigningCertificate({ name: 'shop.example', keys: foreignKeys }),
    ],
    ['lacks its chain', makeSigner()],
    ['carries another name', makeSigningCertificate({ name: 'shop.example' })],
    ['carries a similar name', makeSigningCertificate({ name: `${SIGNER}.evil.example` })],
    ['has expired', makeSigningCertificate(past)],
    ['is not valid yet', makeSigningCertificate(future)],
    ['was issued by an expired authority', makeSigner() + makeAuthority(past)],
    ['cannot be parsed', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('rejects an event whose signing certificate %s', async (_what, pem) => {
    const paymentID = await begin();
    paypal.approve(paymentID);
    const { body } = paypal.event('CHECKOUT.ORDER.APPROVED', paymentID);
    const certificatePath = `/certs/cert-${paypal.certificates.size}.pem`;
    paypal.certificates.set(certificatePath, pem);
    const event = signPaypalEvent(body, { apiUrl: paypal.options.apiUrl, certificatePath });
    const response = await sendWebhook(event);
    expect([response.statusCode, response.json().code]).toEqual([400, 'SIGNATURE_INVALID']);
    expect(paypal.orders.get(paymentID)?.captures).toEqual([]);
    // The same event is accepted once its certificate is replaced by a valid one.
    paypal.certificates.set(certificatePath, makeSigningCertificate());
    expect((await sendWebhook(event)).statusCode).toBe(200);
    expect(paypal.orders.get(paymentID)?.captures).toHaveLength(1);
  });

  it('stops reading a certificate that is too large', async () => {
    const paymentID = await begin();
    const { body } = paypal.event('CHECKOUT.ORDER.APPROVED', paymentID);
    const certificatePath = '/certs/endless.pem';
    let sent = 0;
    let ended = false;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel() {
        ended = true;
      },
    });
    paypal.certificates.set(certificatePath, endless);
    const event = signPaypalEvent(body, { apiUrl: paypal.options.apiUrl, certificatePath });
    const response = await sendWebhook(event);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '60']);
    await until('the download has ended', () => ended);
    // More than the limit, as the sockets buffer some megabytes.
    expect(sent).toBeLessThan(50_000_000);
  });

  it('handles a refund that was made at PayPal', async () => {
    const paymentID = (await admin('GET /api/payment')).json().payments[0].paymentID;
    paypal.refundThere(paymentID, '19.99');
    const event = paypal.event('PAYMENT.CAPTURE.REVERSED', paymentID);
    await sendWebhook(event);
    await sendWebhook(event);
    const [order] = (await admin('GET /api/payment')).json().payments;
    expect(order).toMatchObject({
      status: 'refunded',
      refunds: [{ amount: 19.99, state: 'done' }],
    });
  });

  it('reports an unavailable provider without a charge, and completes the payment later', async () => {
    await bob('POST /api/cart', { product: product() });
    paypal.faults = ['500 before'];
    const away = await bob('POST /api/checkout', input);
    expect([away.statusCode, away.json().code]).toEqual([502, 'PAYMENT_UNAVAILABLE']);
    const { paymentID } = (await bob('POST /api/checkout', input)).json();
    paypal.approve(paymentID);
    paypal.faults = ['timeout after'];
    const unknown = await bob('POST /api/payment', { paymentID });
    expect([unknown.statusCode, unknown.json().msg]).toEqual([
      202,
      expect.stringMatching(/do not pay again/),
    ]);
    expect((await bob('POST /api/checkout', input)).json().code).toBe('PAYMENT_IN_PROGRESS');
    expect((await bob('POST /api/payment', { paymentID })).json().order.paymentID).toBe(paymentID);
    expect((await ann('POST /api/payment', { paymentID })).statusCode).toBe(404);
  });

  it('keeps a capture that has begun when an earlier query of the payment answers late', async () => {
    const paymentID = await begin();
    const { send } = paypal;
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    paypal.send = async (...request) => {
      const response = await send(...request);
      await isReleased;
      return response;
    };
    const lateQuery = sendWebhook(paypal.event('CHECKOUT.ORDER.APPROVED', paymentID));
    await until('PayPal has received the query', () =>
      paypal.receivedRequests.includes(`GET /v2/checkout/orders/${paymentID}`),
    );
    paypal.send = send;
    paypal.approve(paymentID);
    paypal.faults = ['timeout after'];
    expect((await finish(paymentID)).statusCode).toBe(202);
    release();
    await lateQuery;
    expect((await ann('POST /api/checkout', input)).json().code).toBe('PAYMENT_IN_PROGRESS');
    expect((await finish(paymentID)).json().order.paymentID).toBe(paymentID);
  });
});

describe('currencies at PayPal', () => {
  let paypal: Paypal & { close(): Promise<void> };
  beforeAll(async () => {
    paypal = await startPaypal();
    await open({ config: { paypal: paypal.options } });
  });
  beforeEach(() => test.context.database.raw.exec('DELETE FROM cart_lines'));
  afterAll(async () => {
    await test.close();
    await paypal.close();
  });

  it.each([
    ['USD', '19.99', '19.98'],
    ['CZK', '19.99', '19.98'],
    ['JPY', '1999', '1998'],
    // Amounts in these currencies have no decimals in practice, and PayPal refuses them.
    ['HUF', '1999', '1998'],
    ['TWD', '1999', '1998'],
  ])('1999 of the smallest unit of %s are %s', async (currency, value, rest) => {
    expect((await admin('PUT /api/admin/settings', { currency })).statusCode).toBe(200);
    const paymentID = await begin({ title: `Paid in ${currency}`, price: 1999 });
    expect(paypal.orders.get(paymentID)?.amount).toEqual({ currency_code: currency, value });
    paypal.approve(paymentID);
    const { order } = (await finish(paymentID)).json();
    expect(order).toMatchObject({ currency, total: Number(value), status: 'paid' });
    const back = `POST /api/payment/${order._id}/refunds`;
    expect((await admin(back, { amount: Number(rest) })).statusCode).toBe(200);
    expect((await admin(back, {})).json().order.status).toBe('refunded');
    const given = paypal.orders.get(paymentID)?.refunds.map(({ amount }) => amount.value);
    expect(given).toEqual([rest, value.includes('.') ? '0.01' : '1']);
  });

  it('rejects unsupported currencies in settings, and in payments with an earlier setting', async () => {
    const refused = await admin('PUT /api/admin/settings', { currency: 'KWD' });
    expect([refused.statusCode, refused.json().fields?.currency]).toEqual([
      400,
      'PayPal does not support payments in KWD. Please choose another currency.',
    ]);
    const { database, clock } = test.context;
    await database.write((query) => upsertSetting(query, 'currency', 'KWD', clock()));
    expect((await ann('GET /api/cart')).json()).toMatchObject({ currency: 'KWD', payment: 'none' });
    const response = await ann('POST /api/cart', { product: product() });
    expect([response.statusCode, response.json().code]).toEqual([409, 'NOT_FOR_SALE']);
  });
});

it('accepts no real payments without PayPal and keeps the demo provider disabled', async () => {
  await open({ config: { mode: 'production', seed: 'none' } });
  const response = await ann('POST /api/cart', { product: product() });
  expect([response.statusCode, response.json().code]).toEqual([409, 'NOT_FOR_SALE']);
  expect((await ann('GET /api/cart')).json().payment).toBe('none');
  expect(
    (await test.app.inject({ method: 'POST', url: '/api/payment-events/demo' })).statusCode,
  ).toBe(404);
  await test.close();
});
