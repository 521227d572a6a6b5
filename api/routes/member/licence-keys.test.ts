import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryItem } from '#contracts/library.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { createLicenceKey } from '../../services/library/library.ts';
import { notifyBuyers } from '../../services/notifications/alerts.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sampleByApi, uploadFileByApi } from '../../testing/products.ts';

let test: TestApp;
let admin: Caller;
let ann: Caller;
let bob: Caller;
let annsEmail: string;

beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterAll(() => test.close());
beforeEach(async () => {
  const signedIn = await signedInAs(test, { name: 'Ann Able', emailConfirmedAt: 1 });
  annsEmail = signedIn.user.email;
  ann = callerOf(test.app, signedIn);
  bob = callerOf(test.app, await signedInAs(test, { name: 'Bob Best', emailConfirmedAt: 1 }));
});

const input = { terms: true, immediate: true };
const begin = async (call: Caller): Promise<string> =>
  (await call('POST /api/checkout', input)).json().paymentID;
async function pay(call: Caller, paymentID: string) {
  await call(`POST /api/demo-payments/${paymentID}`, { choice: 'approve' });
  return call('POST /api/payment', { paymentID });
}
async function buy(call: Caller, product: string, quantity = 1) {
  const added = await call('POST /api/cart', { product, quantity });
  if (added.statusCode !== 201) return added;
  return pay(call, await begin(call));
}
const itemOf = async (call: Caller, id: string): Promise<LibraryItem | undefined> =>
  (await call('GET /api/library')).json().result.find(({ _id }: LibraryItem) => _id === id);
const stored = async (id: string) => (await admin(`GET /api/products/${id}`)).json();

describe('licence keys', () => {
  it('are readable and unique', () => {
    const keys = Array.from({ length: 500 }, createLicenceKey);
    for (const key of keys)
      expect(key).toMatch(/^([AC-HJ-NP-RTWXY34679]{5}-){4}[AC-HJ-NP-RTWXY34679]{5}$/);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are granted for each purchased copy', async () => {
    const tool = await sampleByApi(test, admin, { licenceType: 'keys' });
    expect(tool.keys).toEqual({ from: 'generated', left: 0, assigned: 0, pending: 0 });
    await buy(ann, tool._id, 3);
    const item = await itemOf(ann, tool._id);
    expect([item?.quantity, new Set(item?.keys).size, item?.keysPending]).toEqual([3, 3, 0]);
    expect(await itemOf(bob, tool._id)).toBeUndefined();
    expect((await stored(tool._id)).keys).toMatchObject({ assigned: 3 });
    expect((await ann(`GET /api/products/${tool._id}`)).json().keys).toBeUndefined();
  });

  it('of a list are granted once each, and without keys nothing is sold', async () => {
    const keys = { from: 'list', add: ['K-1', 'K-2', ' K-2 ', 'K-3'] };
    const tool = await sampleByApi(test, admin, { licenceType: 'keys', keys });
    expect(tool.keys).toMatchObject({ left: 3, assigned: 0 });
    expect(tool.soldOut).toBe(false);
    await buy(ann, tool._id, 2);
    expect((await itemOf(ann, tool._id))?.keys).toEqual(['K-1', 'K-2']);
    // If there are fewer keys than copies, the line shows their number and is not in the total.
    await bob('POST /api/cart', { product: tool._id, quantity: 2 });
    const [line] = (await bob('GET /api/cart')).json().cart;
    expect(line).toMatchObject({ state: 'sold-out', left: 1 });
    expect((await bob('POST /api/checkout', input)).statusCode).toBe(409);
    await bob(`PUT /api/cart/${tool._id}`, { quantity: 1 });
    await pay(bob, await begin(bob));
    expect((await itemOf(bob, tool._id))?.keys).toEqual(['K-3']);
    const none = await ann('POST /api/cart', { product: tool._id });
    expect([none.statusCode, none.json().msg]).toEqual([409, cartMessages.soldOut]);
    expect((await ann(`GET /api/products/${tool._id}`)).json().soldOut).toBe(true);
    // A granted key cannot be added again.
    await admin(`PUT /api/products/${tool._id}`, { keys: { add: ['K-1', 'K-4'] } });
    expect((await stored(tool._id)).keys).toMatchObject({ left: 1, assigned: 3 });
    await admin(`PUT /api/products/${tool._id}`, { keys: { removeUnused: true } });
    expect((await stored(tool._id)).keys).toMatchObject({ left: 0, assigned: 3 });
  });

  it('are reserved for payments that are being captured; later buyers pay nothing', async () => {
    const tool = await sampleByApi(test, admin, {
      licenceType: 'keys',
      keys: { from: 'list', add: ['LAST'] },
    });
    const payments: string[] = [];
    for (const call of [ann, bob]) {
      await call('POST /api/cart', { product: tool._id });
      payments.push(await begin(call));
    }
    const [anns = '', bobs = ''] = payments;
    await ann(`POST /api/demo-payments/${anns}`, { choice: 'hold' });
    expect((await ann('POST /api/payment', { paymentID: anns })).statusCode).toBe(202);
    const late = await pay(bob, bobs);
    expect([late.statusCode, late.json().msg]).toEqual([
      409,
      'The licence keys sold out while you were paying. You have not been charged. Your cart is unchanged.',
    ]);
    await ann(`POST /api/demo-payments/${anns}`, { choice: 'confirm' });
    expect((await itemOf(ann, tool._id))?.keys).toEqual(['LAST']);
  });

  it('that are pending are granted first, and their buyer is notified', async () => {
    const tool = await sampleByApi(test, admin, {
      licenceType: 'keys',
      keys: { from: 'list', add: ['A'] },
    });
    await ann('POST /api/cart', { product: tool._id });
    const paymentID = await begin(ann);
    await ann(`POST /api/demo-payments/${paymentID}`, { choice: 'hold' });
    await ann('POST /api/payment', { paymentID });
    await admin(`PUT /api/products/${tool._id}`, { keys: { removeUnused: true } });
    await ann(`POST /api/demo-payments/${paymentID}`, { choice: 'confirm' });
    expect(await itemOf(ann, tool._id)).toMatchObject({ keys: [], keysPending: 1 });
    expect((await stored(tool._id)).keys).toMatchObject({ left: 0, assigned: 0, pending: 1 });
    await admin(`PUT /api/products/${tool._id}`, { keys: { add: ['B', 'C'] } });
    expect(await itemOf(ann, tool._id)).toMatchObject({ keys: ['B'], keysPending: 0 });
    expect((await stored(tool._id)).keys).toMatchObject({ left: 1, assigned: 1, pending: 0 });
    const received = (await ann('GET /api/notifications')).json().notifications;
    expect(received).toMatchObject([{ kind: 'purchase', path: `/library#product-${tool._id}` }]);
  });

  it('are removed from the library with a refund and never granted again', async () => {
    const tool = await sampleByApi(test, admin, { keys: { from: 'list', add: ['ONCE', 'TWICE'] } });
    const { order } = (await buy(ann, tool._id)).json();
    expect((await itemOf(ann, tool._id))?.keys).toEqual(['ONCE']);
    await admin(`POST /api/payment/${order._id}/refunds`, {});
    expect((await itemOf(ann, tool._id))?.keys).toEqual([]);
    await buy(bob, tool._id);
    expect((await itemOf(bob, tool._id))?.keys).toEqual(['TWICE']);
  });

  it('are never granted twice in simultaneous purchases', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 0, max: 12 }),
        async (quantities, count) => {
          const add = Array.from({ length: count }, (_, at) => `KEY ${at}`);
          const tool = await sampleByApi(test, admin, {
            licenceType: 'keys',
            keys: { from: 'list', add },
          });
          const buyers = await Promise.all(
            quantities.map(async () => callerOf(test.app, await signedInAs(test))),
          );
          await Promise.all(buyers.map((call, at) => buy(call, tool._id, quantities[at])));
          const items = await Promise.all(buyers.map((call) => itemOf(call, tool._id)));
          const assigned = items.flatMap((item) => item?.keys ?? []);
          expect(new Set(assigned).size).toBe(assigned.length);
          // Each buyer has as many keys as copies, or has bought nothing.
          for (const [at, item] of items.entries()) {
            if (item) expect(item.keys).toHaveLength(quantities[at] ?? 0);
          }
          expect((await stored(tool._id)).keys).toMatchObject({
            left: count - assigned.length,
            pending: 0,
          });
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('a new version of a file', () => {
  it('notifies its buyers on request, with one email each that has an unsubscribe link', async () => {
    const tool = await sampleByApi(test, admin, { title: 'A kit' });
    const { order } = (await buy(bob, tool._id)).json();
    await buy(ann, tool._id);
    await buy(ann, (await sampleByApi(test, admin, { title: 'Another' }))._id);
    await admin(`POST /api/payment/${order._id}/refunds`, {});
    const bring = async (notify: boolean) => {
      const upload = await uploadFileByApi(admin, 'kit.zip');
      const files = [{ _id: tool.files?.[0]?._id, upload, changelog: 'Faster.', notify }];
      await admin(`PUT /api/products/${tool._id}`, { files });
      while (await notifyBuyers(test.context));
    };
    const received = async (call: Caller) =>
      (await call('GET /api/notifications'))
        .json()
        .notifications.map(({ title, excerpt }: { title: string; excerpt: string }) => [
          title,
          excerpt,
        ]);
    await bring(false);
    expect(await received(ann)).toEqual([]);
    await bring(true);
    expect(await received(ann)).toEqual([['A new version of “A kit”', 'kit.zip 1.2: Faster.']]);
    expect(await received(bob)).toEqual([]);
    await ann('PUT /api/notifications/preferences', { kind: 'purchase', byEmail: false });
    await bring(true);
    expect(await received(ann)).toHaveLength(2);
    const { raw } = test.context.database;
    const emails = raw
      .prepare(`SELECT content FROM emails WHERE recipient = ? AND notification_kind = 'purchase'`)
      .pluck()
      .all(annsEmail);
    expect(emails).toHaveLength(1);
    expect(String(emails[0])).toMatch(/library#product-.*unsubscribe/);
  });
});
