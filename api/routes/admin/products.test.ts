import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProduct } from '../../db/hot/products.ts';
import { incrementSold } from '../../db/repositories/products.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  productByApi,
  saleable,
  uploadFileByApi,
  uploadImageByApi,
} from '../../testing/products.ts';

let test: TestApp;
let admin: Caller;
let guest: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterEach(() => test.close());

const all = (sql: string) => test.context.database.raw.prepare(sql).all();
const jobs = () =>
  (all("SELECT payload FROM jobs WHERE kind = 'refresh'") as { payload: string }[]).map((job) =>
    JSON.parse(job.payload),
  );
const titles = async (query = '', call = guest) =>
  (await call(`GET /api/products${query}`))
    .json()
    .products.map((product: { title: string }) => product.title);

describe('a product', () => {
  it('is for sale if it is complete, with the documented message', async () => {
    const product = await productByApi(admin);
    expect(product).toMatchObject({
      title: 'A kit of parts',
      price: 19.5,
      currency: 'EUR',
      slug: 'a-kit-of-parts',
      category: 'Software',
      state: 'live',
      licenceType: 'copy',
      sold: 0,
      version: 1,
      images: { url: expect.stringMatching(/^\/media\/[\w-]+\.png$/) },
      html: '<p>All of <em>them</em>.</p>',
      files: [{ name: 'book.zip', version: '1.0', bytes: 19, sha256: expect.any(String) }],
    });
    expect(product.product_id).toMatch(/^[\da-f]{32}$/);
    for (const name of [product._id, product.product_id, product.slug]) {
      const response = await guest(`GET /api/products/${name}`);
      expect([response.statusCode, response.json()._id]).toEqual([200, product._id]);
      expect(response.json().files[0].versions).toBeUndefined();
    }
    expect(jobs()).toEqual([
      {
        tags: ['product:1', 'list:products'],
        paths: [
          ...[product.slug, product._id, product.product_id].map(
            (name) => `/shop/products/detail/${name}`,
          ),
          `/og/${product._id}.png`,
          '/shop/products/page/1',
        ],
      },
    ]);
  });

  it('is a draft, visible to admins only, until it has something to deliver', async () => {
    const images = { public_id: await uploadImageByApi(admin) };
    const response = await admin('POST /api/products', { ...saleable, images });
    const { product, msg } = response.json();
    expect([response.statusCode, product.state]).toEqual([201, 'draft']);
    expect(msg).toBe('Saved as a draft: the product still needs a file.');
    expect((await guest(`GET /api/products/${product._id}`)).statusCode).toBe(404);
    expect([await titles(), await titles('?state=draft')]).toEqual([[], []]);
    expect(await titles('?state=draft', admin)).toEqual(['A kit of parts']);
    expect(jobs()).toEqual([]);

    const upload = await uploadFileByApi(admin);
    const live = await admin(`PUT /api/products/${product._id}`, {
      files: [{ upload }],
      state: 'live',
    });
    expect([live.statusCode, await titles()]).toEqual([200, ['A kit of parts']]);
  });

  it('rejects counters and unknown fields', async () => {
    const counted = {
      _id: 'mine',
      product_id: 'mine',
      sold: 999,
      checked: true,
      currency: 'USD',
      createdAt: '2020-01-01',
      updatedAt: '2020-01-01',
    };
    const product = await productByApi(admin, counted);
    expect([product.sold, product.currency, product._id === 'mine']).toEqual([0, 'EUR', false]);
    for (const strange of [{ first_sold_at: 1 }, { liveAt: 1 }, { html: '<b>' }]) {
      const response = await admin(`PUT /api/products/${product._id}`, strange);
      expect(response.statusCode).toBe(400);
    }
    const polluted = '{"title":"x","__proto__":{"state":"live"}}';
    const response = await admin('POST /api/products', polluted, {
      'content-type': 'application/json',
    });
    expect(response.statusCode).toBe(400);
  });

  it('detects a conflict of two edits and returns both versions', async () => {
    const { _id } = await productByApi(admin);
    const first = await admin(`PUT /api/products/${_id}`, { price: 5 }, { 'if-match': '"v1"' });
    expect([first.statusCode, first.headers.etag, first.json().product.price]).toEqual([
      200,
      '"v2"',
      5,
    ]);
    const second = await admin(`PUT /api/products/${_id}`, { price: 6 }, { 'if-match': '"v1"' });
    expect([second.statusCode, second.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'EDIT_CONFLICT',
        theirs: expect.objectContaining({ price: 5 }),
        yours: { price: 6 },
      }),
    ]);
  });

  it('keeps every former slug', async () => {
    const { _id } = await productByApi(admin);
    await admin(`PUT /api/products/${_id}`, { title: 'Another name' });
    expect((await guest('GET /api/products/a-kit-of-parts')).json().title).toBe('Another name');
    await admin(`PUT /api/products/${_id}`, { slug: 'parts' });
    for (const name of ['a-kit-of-parts', 'parts']) {
      expect((await guest(`GET /api/products/${name}`)).json().slug).toBe('parts');
    }
    expect(jobs().at(-1).paths).toContain('/shop/products/detail/a-kit-of-parts');
    expect((await productByApi(admin)).slug).toBe('a-kit-of-parts-2');
  });
});

describe('its files', () => {
  it('have versions: the newest is delivered, older ones stay, each with a changelog', async () => {
    const { _id, files } = await productByApi(admin);
    const [book] = files ?? [];
    const upload = await uploadFileByApi(admin, 'book-2.zip');
    const changed = await admin(`PUT /api/products/${_id}`, {
      files: [{ _id: book?._id, upload, changelog: 'A new chapter.' }],
    });
    expect(changed.json().product.files).toMatchObject([
      {
        _id: book?._id,
        name: 'book-2.zip',
        version: '1.1',
        changelog: 'A new chapter.',
        versions: [{ version: '1.1' }, { version: '1.0', name: 'book.zip' }],
      },
    ]);
    const again = await admin(`PUT /api/products/${_id}`, {
      files: [{ _id: book?._id, upload: await uploadFileByApi(admin), version: '1.1' }],
    });
    expect(again.json().fields).toEqual({ 'files.0': 'Version 1.1 already exists.' });
  });

  it('keep their order, and removed files stay available to buyers', async () => {
    const names = ['one.zip', 'two.zip', 'three.zip'];
    const files = [];
    for (const name of names) files.push({ upload: await uploadFileByApi(admin, name) });
    const product = await productByApi(admin, { files });
    const ids = (product.files ?? []).map(({ _id }) => ({ _id }));
    expect(product.files?.map(({ name }) => name)).toEqual(names);
    const changed = await admin(`PUT /api/products/${product._id}`, { files: [ids[2], ids[0]] });
    const left = changed.json().product.files.map(({ name }: { name: string }) => name);
    expect(left).toEqual(['three.zip', 'one.zip']);
    expect(all("SELECT 1 FROM product_file_versions WHERE name = 'two.zip'")).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('removes a product that was never sold', async () => {
    const { _id, slug } = await productByApi(admin);
    const response = await admin(`DELETE /api/products/${_id}`);
    expect(response.json()).toEqual({ msg: 'Deleted.', product: null });
    for (const call of [guest, admin]) {
      expect((await call(`GET /api/products/${slug}`)).statusCode).toBe(404);
      expect(await titles('?state=all', call)).toEqual([]);
    }
    expect((await admin(`PUT /api/products/${_id}`, { price: 1 })).statusCode).toBe(404);
    expect((await admin(`DELETE /api/products/${_id}`)).statusCode).toBe(404);
  });

  it('retires a product that was sold, also if all orders were refunded', async () => {
    const { _id } = await productByApi(admin);
    const id = findProduct(test.context.database, _id)?.id ?? 0;
    await test.context.database.write((query) => incrementSold(query, id, 1, 5));
    await test.context.database.write((query) => incrementSold(query, id, -1, 6));
    const response = await admin(`DELETE /api/products/${_id}`);
    expect(response.json().product).toMatchObject({ _id, state: 'retired', sold: 0 });
    expect(await titles()).toEqual([]);
    expect((await guest(`GET /api/products/${_id}`)).json().state).toBe('retired');
    expect(all('SELECT 1 FROM product_file_versions')).toHaveLength(1);
  });
});

describe('images', () => {
  it('of a product are not purged, and deleting one names its uses', async () => {
    const product = await productByApi(admin);
    const id = product.images?.public_id ?? '';
    test.clock.advance(50 * 3_600_000);
    admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { uploads } = (await admin('GET /api/admin/uploads')).json();
    expect(uploads[0].uses).toMatchObject([{ kind: 'product', as: 'image', name: product.title }]);
    expect((await admin('DELETE /api/admin/uploads/unused')).json().removed).toBe(0);
    const refused = await admin('POST /api/destroy', { public_id: id });
    expect([refused.statusCode, refused.json().msg]).toEqual([
      409,
      'This image is used by “A kit of parts”.',
    ]);
    const done = await admin('POST /api/destroy', { public_id: id, used: true });
    expect(done.statusCode).toBe(200);
    expect((await guest(`GET /api/products/${product._id}`)).json().gallery).toEqual([]);
    expect(jobs().at(-1).tags).toEqual(expect.arrayContaining(['product:1', 'list:products']));
  });
});

describe('the currency', () => {
  it('changes together with the prices, for any minor unit', async () => {
    await productByApi(admin);
    for (const [currency, price] of [
      ['JPY', 20],
      ['KWD', 20],
      ['USD', 20],
    ] as const) {
      await admin('PUT /api/admin/settings', { currency });
      const [product] = (await guest('GET /api/products')).json().products;
      expect([product.price, product.currency]).toEqual([price, currency]);
    }
    const response = await admin('PUT /api/admin/settings', { currency: 'XYZ' });
    expect(Object.keys(response.json().fields)).toEqual(['currency']);
  });
});

describe('categories', () => {
  const names = async () =>
    (await guest('GET /api/category'))
      .json()
      .categories.map(({ name, products }: { name: string; products: number }) => [name, products]);
  const idOf = async (name: string) =>
    (await guest('GET /api/category'))
      .json()
      .categories.find((category: { name: string }) => category.name === name)._id;

  it('start with the documented ones, and can be added, renamed and deleted', async () => {
    expect(await names()).toEqual([
      ['Books', 0],
      ['Software', 0],
    ]);
    expect((await admin('POST /api/category', { name: 'Fonts' })).statusCode).toBe(201);
    const taken = await admin('POST /api/category', { name: 'fonts' });
    expect(taken.json().fields).toEqual({ name: 'The category Fonts already exists.' });
    await admin(`PUT /api/category/${await idOf('Fonts')}`, { name: 'Typefaces' });
    await admin(`DELETE /api/category/${await idOf('Books')}`);
    expect(await names()).toEqual([
      ['Software', 0],
      ['Typefaces', 0],
    ]);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(61)]) {
      expect((await admin('POST /api/category', { name })).statusCode).toBe(400);
    }
    expect((await admin('DELETE /api/category/999')).statusCode).toBe(404);
  });

  it('with products are deleted only with a target for their products', async () => {
    const { _id } = await productByApi(admin);
    const software = await idOf('Software');
    const refused = await admin(`DELETE /api/category/${software}`);
    expect([refused.statusCode, refused.json().msg]).toEqual([
      409,
      'One product is in Software. Choose the category they move to.',
    ]);
    await admin(`DELETE /api/category/${software}?into=${await idOf('Books')}`);
    expect((await guest(`GET /api/products/${_id}`)).json().category).toBe('Books');
    expect(await names()).toEqual([['Books', 1]]);
    expect(jobs().at(-1).tags).toContain('list:products');
  });
});
