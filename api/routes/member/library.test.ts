import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { LibraryItem } from '#contracts/library.ts';
import { sumDownloadsByProduct } from '../../db/repositories/library.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sampleByApi, uploadFileByApi } from '../../testing/products.ts';

const book = randomBytes(3000);

let test: TestApp;
let admin: Caller;
let ann: Caller;
let bob: Caller;
let guest: Caller;
let annHerself: SignedIn;

beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterAll(() => test.close());
// Access tokens expire within the hour that tests advance.
beforeEach(async () => {
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  annHerself = await signedInAs(test, { name: 'Ann Able' });
  ann = callerOf(test.app, annHerself);
  bob = callerOf(test.app, await signedInAs(test, { name: 'Bob Best' }));
});

const product = async (fields: Record<string, unknown> = {}, name = 'book.zip', bytes = book) => {
  const upload = await uploadFileByApi(admin, name, bytes);
  return sampleByApi(test, admin, { files: [{ upload }], ...fields });
};

/** Buys products by the demo provider. @returns the order */
async function buy(call: Caller, ...products: { _id: string }[]) {
  for (const { _id } of products) await call('POST /api/cart', { product: _id });
  const begun = await call('POST /api/checkout', { terms: true, immediate: true });
  const { paymentID } = begun.json();
  await call(`POST /api/demo-payments/${paymentID}`, { choice: 'approve' });
  return (await call('POST /api/payment', { paymentID })).json().order;
}

const libraryOf = async (call: Caller): Promise<LibraryItem[]> =>
  (await call('GET /api/library')).json().result;
const newest = (item: LibraryItem | undefined, file = 0) =>
  item?.files[file]?.versions[0]?._id ?? '';
const linkTo = (call: Caller, version: string) => call('POST /api/library/links', { version });
const urlOf = async (call: Caller, version: string): Promise<string> =>
  (await linkTo(call, version)).json().url;
const refund = (order: { _id: string }, input: object = {}) =>
  admin(`POST /api/payment/${order._id}/refunds`, input);

describe('the library', () => {
  it('contains paid products with all versions, and nothing of other members', async () => {
    const bought = await product();
    const other = await product({ title: 'Of Bob' });
    expect(await libraryOf(ann)).toEqual([]);
    const order = await buy(ann, bought);
    await buy(bob, other);
    const files = [
      { _id: bought.files?.[0]?._id, upload: await uploadFileByApi(admin), changelog: 'Mended.' },
    ];
    await admin(`PUT /api/products/${bought._id}`, { files });
    const [item, ...more] = await libraryOf(ann);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      _id: bought._id,
      title: bought.title,
      quantity: 1,
      refundedAt: null,
      keys: [],
      orders: [{ _id: order._id, number: order.number }],
      files: [{ versions: [{ version: '1.1', changelog: 'Mended.' }, { version: '1.0' }] }],
    });
    expect((await guest('GET /api/library')).statusCode).toBe(401);
    expect((await linkTo(bob, newest(item))).statusCode).toBe(404);
    expect((await linkTo(guest, newest(item))).statusCode).toBe(401);
    expect((await linkTo(ann, 'nothing')).statusCode).toBe(404);
  });

  it('keeps files that were removed after the purchase, and hides those removed before', async () => {
    const extra = await uploadFileByApi(admin, 'extra.pdf');
    const upload = await uploadFileByApi(admin, 'book.zip');
    const two = await product({ files: [{ upload }, { upload: extra }] });
    await buy(ann, two);
    test.clock.advance(1000);
    await admin(`PUT /api/products/${two._id}`, { files: [{ _id: two.files?.[0]?._id }] });
    test.clock.advance(1000);
    await buy(bob, two);
    await admin(`PUT /api/products/${two._id}`, { state: 'retired' });
    const [kept] = await libraryOf(ann);
    expect(kept?.files.map(({ removed }) => removed)).toEqual([false, true]);
    expect((await linkTo(ann, newest(kept, 1))).statusCode).toBe(201);
    expect((await libraryOf(bob))[0]?.files).toHaveLength(1);
    expect((await linkTo(bob, newest(kept, 1))).statusCode).toBe(404);
  });

  it('loses refunded lines or orders, and the order shows it', async () => {
    const [one, two, three] = [
      await product({ title: 'One', price: 10 }),
      await product({ title: 'Two', price: 20 }),
      await product({ title: 'Three', price: 40 }),
    ];
    const order = await buy(ann, one, two, three);
    const url = await urlOf(
      ann,
      newest((await libraryOf(ann)).find(({ title }) => title === 'One')),
    );
    expect((await ann(`GET ${url}`)).statusCode).toBe(200);
    const backOf = async () =>
      (await ann(`GET /api/user/history/${order._id}`))
        .json()
        .order.cart.map(({ accessRevoked }: { accessRevoked: boolean }) => accessRevoked);
    expect((await refund(order, { lines: ['nothing'] })).statusCode).toBe(400);
    const first = await refund(order, { lines: [one._id] });
    expect(first.json().order).toMatchObject({ refunded: 10, status: 'partly-refunded' });
    expect(await backOf()).toEqual([true, false, false]);
    expect((await ann(`GET ${url}`)).json().code).toBe('LINK_INVALID');
    // A goodwill refund belongs to no line; refunding the rest revokes everything.
    await refund(order, { amount: 5 });
    await refund(order, { amount: 20 });
    expect(await backOf()).toEqual([true, false, false]);
    await refund(order);
    expect(await backOf()).toEqual([true, true, true]);
    for (const item of await libraryOf(ann)) {
      expect(item).toMatchObject({ files: [], keys: [], refundedAt: expect.any(String) });
    }
    // The product can be bought again.
    await buy(ann, one);
    expect((await libraryOf(ann)).map(({ refundedAt }) => refundedAt === null)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is included in the data export and deleted with the account', async () => {
    await buy(ann, await product({ keys: { from: 'generated' } }));
    const [item] = await libraryOf(ann);
    await ann(`GET ${await urlOf(ann, newest(item))}`);
    const data = (await ann('GET /api/account/data')).json();
    expect(data.library).toMatchObject([{ quantity: 1 }]);
    expect(data.licenceKeys).toMatchObject([{ code: item?.keys[0] }]);
    expect(data.downloads).toMatchObject([{ requests: 1, bytes: book.length }]);
    await ann('DELETE /api/account', { comments: 'keep' });
    const { raw } = test.context.database;
    const left = (table: string) =>
      raw
        .prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`)
        .pluck()
        .get(annHerself.user.id);
    expect([left('library_entries'), left('downloads'), left('licence_keys')]).toEqual([0, 0, 1]);
  });
});

describe('a download', () => {
  it("returns the uploaded bytes under the file's name, never as a page", async () => {
    const name = 'Größe "und" Maß; x=1.html';
    await buy(ann, await product({}, name));
    const url = await urlOf(ann, newest((await libraryOf(ann))[0]));
    const response = await ann(`GET ${url}`);
    expect([response.statusCode, response.rawPayload.equals(book)]).toEqual([200, true]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      'content-length': '3000',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition':
        'attachment; filename="Gr??e _und_ Ma?; x=1.html"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20_und_%20Ma%C3%9F%3B%20x%3D1.html',
    });
    const head = await ann(`HEAD ${url}`);
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '3000', '']);
  });

  it.each([
    ['a guest, by the link alone', () => guest, 200],
    ['a program of hers', () => ann, 200],
    ['another member', () => bob, 403],
    ['an admin', () => admin, 403],
  ])('returns the right status for %s', async (_who, call, status) => {
    await buy(ann, await product());
    const url = await urlOf(ann, newest((await libraryOf(ann))[0]));
    expect((await call()(`GET ${url}`)).statusCode).toBe(status);
  });

  it('ends after an hour, with the account, and with any changed character', async () => {
    const mine = await product();
    await buy(ann, mine);
    await buy(bob, mine);
    const version = newest((await libraryOf(ann))[0]);
    const url = await urlOf(ann, version);
    const [member, of, ends, signature] = (url.split('/').at(-1) ?? '').split('.');
    const bobs = (await urlOf(bob, version)).split('/').at(-1)?.split('.') ?? [];
    const later = (Number.parseInt(ends ?? '', 36) + HOUR_MS).toString(36);
    const forged = [
      [bobs[0], of, ends, signature],
      [member, of, later, signature],
      [member, 'anotherversion99', ends, signature],
      [member, of, ends, signature?.slice(0, -1)],
      [member, of, ends, `${signature}=`],
      [member, of, ends, bobs[3]],
      [member, of, ends, signature, 'x'],
      ['..', '..', 'site.db', ''],
      ['..%2f..%2fsite.db'],
      ['%00'],
    ].map((parts) => parts.join('.'));
    for (const token of forged) {
      const response = await guest(`GET /api/downloads/${token}`);
      expect([token, response.statusCode]).toEqual([token, 403]);
    }
    const { raw } = test.context.database;
    const suspend = raw.prepare('UPDATE users SET status = ? WHERE id = ?');
    suspend.run('suspended', annHerself.user.id);
    expect((await guest(`GET ${url}`)).statusCode).toBe(403);
    suspend.run('active', annHerself.user.id);
    test.clock.advance(HOUR_MS - 1);
    expect((await guest(`GET ${url}`)).statusCode).toBe(200);
    test.clock.advance(1);
    expect((await guest(`GET ${url}`)).json().code).toBe('LINK_INVALID');
    const person = await guest(`GET ${url}`, undefined, { accept: 'text/html' });
    expect([person.statusCode, person.headers.location]).toEqual([303, '/library#link-ended']);
  });

  const tag = (value: unknown) => String(value);
  it.each<[string, Record<string, string>, number, [number, number] | null]>([
    ['nothing', {}, 200, [0, 2999]],
    ['a beginning', { range: 'bytes=0-0' }, 206, [0, 0]],
    ['a middle', { range: 'bytes=1000-1999' }, 206, [1000, 1999]],
    ['the rest', { range: 'bytes=2999-' }, 206, [2999, 2999]],
    ['more than there is', { range: 'bytes=2000-9999999999999999999999' }, 206, [2000, 2999]],
    ['an end', { range: 'bytes=-10' }, 206, [2990, 2999]],
    ['a longer end than all', { range: 'bytes=-5000' }, 206, [0, 2999]],
    ['in capitals', { range: 'Bytes = 5-6' }, 206, [5, 6]],
    ['one of two that is there', { range: 'bytes=9000-, 5-6' }, 206, [5, 6]],
    ['two', { range: 'bytes=0-1,5-6' }, 200, [0, 2999]],
    ['behind the end', { range: 'bytes=3000-' }, 416, null],
    ['no end', { range: 'bytes=-0' }, 416, null],
    ['backwards', { range: 'bytes=9-5' }, 200, [0, 2999]],
    ['letters', { range: 'bytes=a-b' }, 200, [0, 2999]],
    ['another unit', { range: 'lines=1-2' }, 200, [0, 2999]],
    ['a resumed one', { range: 'bytes=10-', 'if-range': 'ETAG' }, 206, [10, 2999]],
    ['one resumed by date', { range: 'bytes=10-', 'if-range': 'DATE' }, 206, [10, 2999]],
    ['one that began as another', { range: 'bytes=10-', 'if-range': '"other"' }, 200, [0, 2999]],
    ['one weakly the same', { range: 'bytes=10-', 'if-range': 'W/ETAG' }, 200, [0, 2999]],
    ['one if the same', { 'if-match': '"x", ETAG' }, 200, [0, 2999]],
    ['one if another', { 'if-match': '"x"' }, 412, null],
  ])('supports ranges: %s', async (_name, rangeHeader, status, bytes) => {
    await buy(ann, await product());
    const url = await urlOf(ann, newest((await libraryOf(ann))[0]));
    const { headers: known } = await ann(`HEAD ${url}`);
    const headers = Object.fromEntries(
      Object.entries(rangeHeader).map(([name, value]) => [
        name,
        value.replace('ETAG', tag(known.etag)).replace('DATE', tag(known['last-modified'])),
      ]),
    );
    const response = await ann(`GET ${url}`, undefined, headers);
    expect(response.statusCode).toBe(status);
    if (status === 416) expect(response.headers['content-range']).toBe('bytes */3000');
    if (bytes === null) return expect(response.rawPayload).toHaveLength(0);
    const [start, end] = bytes;
    expect(response.rawPayload.equals(book.subarray(start, end + 1))).toBe(true);
    expect(response.headers['content-range']).toBe(
      status === 206 ? `bytes ${start}-${end}/3000` : undefined,
    );
  });

  it('is limited per day, and a resumed download counts once', async () => {
    await admin('PUT /api/admin/settings', { 'downloads-a-day': 2 });
    await buy(ann, await product());
    const version = newest((await libraryOf(ann))[0]);
    const url = await urlOf(ann, version);
    for (let start = 0; start < 3000; start += 500) {
      const range = `bytes=${start}-${start + 499}`;
      expect((await ann(`GET ${url}`, undefined, { range })).statusCode).toBe(206);
    }
    expect((await ann(`GET ${await urlOf(ann, version)}`)).statusCode).toBe(200);
    const spent = await ann(`GET ${url}`);
    expect([spent.statusCode, spent.json().code]).toEqual([429, 'DOWNLOAD_LIMIT_REACHED']);
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await linkTo(ann, version)).json().code).toBe('DOWNLOAD_LIMIT_REACHED');
    const { raw } = test.context.database;
    const log = raw.prepare('SELECT requests, bytes FROM downloads WHERE user_id = ?');
    expect(log.all(annHerself.user.id)).toEqual([{ requests: 7, bytes: 6000 }]);
    await admin('PUT /api/admin/settings', { 'downloads-a-day': 10 });
  });

  it('is counted by product and month', async () => {
    const counted = await product({ title: 'Counted' });
    await buy(ann, counted);
    const from = test.clock.now();
    const version = newest((await libraryOf(ann))[0]);
    await ann(`GET ${await urlOf(ann, version)}`);
    test.clock.advance(1000);
    await ann(`GET ${await urlOf(ann, version)}`);
    const until = test.clock.now();
    const periods = [
      { from, until },
      { from: until, until: until + 1 },
      { from: 0, until: 1 },
    ];
    const sums = sumDownloadsByProduct(test.context.database, periods);
    expect(sums.filter(({ product }) => product === counted._id)).toEqual([
      { period: 0, product: counted._id, title: 'Counted', downloads: 1, bytes: 3000 },
      { period: 1, product: counted._id, title: 'Counted', downloads: 1, bytes: 3000 },
    ]);
  });

  it('never returns other files of the data folder', async () => {
    const externalFile = path.join(test.context.config.dataFolder, 'outside.txt');
    writeFileSync(externalFile, 'secret');
    await buy(ann, await product({}, '../../outside.txt'));
    const [item] = await libraryOf(ann);
    expect(item?.files[0]?.versions[0]?.name).toBe('outside.txt');
    const response = await ann(`GET ${await urlOf(ann, newest(item))}`);
    expect(response.rawPayload.equals(book)).toBe(true);
    for (const at of ['/uploads/products', '/media/products', '/products', '/api/downloads/..']) {
      const { raw } = test.context.database;
      const stored = raw.prepare('SELECT stored FROM product_file_versions LIMIT 1').pluck().get();
      expect((await guest(`GET ${at}/${stored}`)).statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});
