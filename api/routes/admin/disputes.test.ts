import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { foreignKeys } from '../../testing/certificate.ts';
import { sentEmails } from '../../testing/emails.ts';
import { insertTestProduct } from '../../testing/factories.ts';
import { type Paypal, signPaypalEvent, startPaypal } from '../../testing/paypal.ts';

let test: TestApp;
let paypal: Paypal & { close(): Promise<void> };
let admin: Caller;
let ann: Caller;
let owner: string;
let order: { _id: string; number: number };
let captureID: string;

beforeAll(async () => {
  paypal = await startPaypal();
  test = await buildTestApp({ config: { paypal: paypal.options } });
  const ownerHerself = await signedInAs(test, { role: 'admin' });
  owner = ownerHerself.user.email;
  admin = callerOf(test.app, ownerHerself);
  ann = callerOf(test.app, await signedInAs(test, { name: 'Ann Able' }));
  const product = insertTestProduct(test.context.database, { price: 1999 }).publicId;
  await ann('POST /api/cart', { product });
  const input = { terms: true, immediate: true };
  const { paymentID } = (await ann('POST /api/checkout', input)).json();
  paypal.approve(paymentID);
  ({ order } = (await ann('POST /api/payment', { paymentID })).json());
  captureID = paypal.orders.get(paymentID)?.captures[0]?.id ?? '';
});
afterAll(async () => {
  await test.close();
  await paypal.close();
});

let events = 0;
/** A webhook about a dispute, as PayPal documents it. */
function dispute(kind: 'CREATED' | 'UPDATED' | 'RESOLVED', fields: object = {}): string {
  events += 1;
  const resource = {
    dispute_id: 'PP-D-1',
    disputed_transactions: [{ seller_transaction_id: captureID, seller: { merchant_id: 'M' } }],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'OPEN',
    dispute_amount: { currency_code: 'EUR', value: '19.99' },
    create_time: '2026-01-15T10:00:00.000Z',
    update_time: `2026-01-15T10:0${events}:00.000Z`,
    links: [{ href: 'https://api-m.paypal.com/v1/customer/disputes/PP-D-1', rel: 'self' }],
    ...fields,
  };
  const event_type = `CUSTOMER.DISPUTE.${kind}`;
  return JSON.stringify({ id: `WH-DISPUTE-${events}`, event_type, resource });
}
const sendWebhook = (body: string, key?: typeof foreignKeys.privateKey) => {
  const { headers } = signPaypalEvent(body, { apiUrl: paypal.options.apiUrl, ...(key && { key }) });
  return test.app.inject({
    method: 'POST',
    url: '/api/payment-events/paypal',
    headers,
    payload: body,
  });
};
const listed = async () => (await admin('GET /api/payment')).json().disputes;
const ofOrder = async () => (await admin(`GET /api/payment/${order._id}`)).json().order;
const disputeEmails = async () =>
  (await sentEmails(test.context))
    .filter(({ subject }) => /dispute/i.test(subject ?? ''))
    .map(({ subject, text, to }) => ({ subject, text, to: JSON.stringify(to) }));

it('rejects a dispute without a signature of PayPal', async () => {
  const response = await sendWebhook(dispute('CREATED'), foreignKeys.privateKey);
  expect([response.statusCode, response.json().code]).toEqual([400, 'SIGNATURE_INVALID']);
  expect(await listed()).toEqual([]);
  expect(await disputeEmails()).toEqual([]);
});

it('shows a dispute with its order and emails the owner, both once', async () => {
  const body = dispute('CREATED', {
    status: 'WAITING_FOR_SELLER_RESPONSE',
    seller_response_due_date: '2026-02-03T08:00:00.000Z',
  });
  expect((await sendWebhook(body)).json()).toEqual({ msg: 'Received.' });
  expect((await sendWebhook(body)).json()).toEqual({ msg: 'Already received.' });
  const wanted = {
    _id: 'PP-D-1',
    provider: 'paypal',
    state: 'seller',
    reason: 'not-received',
    amount: 19.99,
    currency: 'EUR',
    order: { _id: order._id, number: order.number },
    dueAt: '2026-02-03T08:00:00.000Z',
  };
  expect(await listed()).toMatchObject([wanted]);
  expect(await ofOrder()).toMatchObject({
    disputes: [wanted],
    events: [{ kind: 'CUSTOMER.DISPUTE.CREATED' }],
  });
  const { payments, result } = (await admin('GET /api/payment?state=disputed')).json();
  expect([result, payments[0].number, payments[0].disputes]).toEqual([1, order.number, 1]);
  expect((await admin('GET /api/admin/waiting')).json().orders).toBe(1);
  const [email, ...more] = await disputeEmails();
  expect([email?.subject, more]).toEqual([`Dispute about order ${order.number}`, []]);
  expect(email?.to).toContain(owner);
  expect(email?.text).toMatch(/nothing arrived.*PP-D-1.*€19\.99/s);
  expect(email?.text).toContain('until February 3, 2026');
  expect(email?.text).toContain(`/admin/shop/orders/${order._id}`);
  // The provider informs the buyer, so the order does not show the dispute.
  expect((await ann(`GET /api/user/history/${order._id}`)).body).not.toContain('PP-D-1');
});

it('tracks a dispute until it is closed and ignores late events', async () => {
  const late = dispute('UPDATED', { status: 'WAITING_FOR_BUYER_RESPONSE' });
  await sendWebhook(dispute('UPDATED', { status: 'UNDER_REVIEW' }));
  expect(await listed()).toMatchObject([{ state: 'review', dueAt: null }]);
  const end = dispute('RESOLVED', {
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
  });
  await sendWebhook(end);
  await sendWebhook(late);
  // At the time of the end, and not after it.
  await sendWebhook(dispute('UPDATED', { update_time: JSON.parse(end).resource.update_time }));
  expect(await listed()).toEqual([]);
  expect((await ofOrder()).disputes).toMatchObject([{ _id: 'PP-D-1', state: 'lost' }]);
  expect((await admin('GET /api/admin/waiting')).json().orders).toBe(0);
  expect((await disputeEmails()).map(({ subject }) => subject)).toEqual([
    `Dispute about order ${order.number}`,
    `Dispute about order ${order.number}`,
    `The dispute about order ${order.number} is over`,
  ]);
});

it.each([
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['RESOLVED_WITH_PAYOUT', 'settled'],
])('maps the outcome %s to %s', async (outcome_code, state) => {
  const dispute_id = `PP-D-${outcome_code}`;
  await sendWebhook(dispute('RESOLVED', { dispute_id, dispute_outcome: { outcome_code } }));
  const found = (await ofOrder()).disputes.find(({ _id }: { _id: string }) => _id === dispute_id);
  expect(found.state).toBe(state);
});

it('stores a dispute about an unknown payment and finds orders by internal id', async () => {
  const unmatched = {
    dispute_id: 'PP-D-STRAY',
    disputed_transactions: [{ seller_transaction_id: 'MONEY-OF-NOBODY' }],
    reason: 'SOMETHING_NEW',
    dispute_amount: { currency_code: 'QQQ', value: '1' },
  };
  expect((await sendWebhook(dispute('CREATED', unmatched))).statusCode).toBe(200);
  expect(await listed()).toMatchObject([
    { _id: 'PP-D-STRAY', order: null, amount: null, reason: 'other', state: 'open' },
  ]);
  const [email] = (await disputeEmails()).slice(-1);
  expect(email?.subject).toBe('Dispute about an unknown payment');
  const custom = [...paypal.orders.values()][0]?.ours;
  const disputed_transactions = [{ seller_transaction_id: 'ANOTHER', custom }];
  await sendWebhook(dispute('UPDATED', { ...unmatched, disputed_transactions }));
  expect(await listed()).toMatchObject([{ _id: 'PP-D-STRAY', order: { _id: order._id } }]);
  expect(
    (await sendWebhook('{"id":"WH-X","event_type":"CUSTOMER.DISPUTE.CREATED","resource":{}}'))
      .statusCode,
  ).toBe(400);
});
