import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductResponse } from '#contracts/product.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';
import {
  productByApi,
  saleable,
  uploadFileByApi,
  uploadImageByApi,
} from '../../testing/products.ts';

let admin: Caller;
beforeEach(async () => {
  const test = await buildTestApp({ markdown: createPlainMarkdown() });
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

const read = async (id: string): Promise<ProductResponse> =>
  (await admin(`GET /api/products/${id}`)).json();
const put = (product: ProductResponse, change: object) =>
  admin(`PUT /api/products/${product._id}`, { ...product, ...change });

/** Stores a product with two images, two files and a list of keys. */
const richProduct = async () => {
  const gallery = [await uploadImageByApi(admin), await uploadImageByApi(admin, '#3c3')];
  const files = [await uploadFileByApi(admin), await uploadFileByApi(admin, 'more.zip')];
  return productByApi(admin, {
    images: gallery.map((public_id) => ({ public_id })),
    files: files.map((upload) => ({ upload })),
    keys: { from: 'list', add: ['A', 'B'] },
  });
};

describe('a product that is sent back unchanged', () => {
  it.each<[string, Partial<ProductResponse>]>([
    ['title', { title: 'Another title' }],
    ['price', { price: 7 }],
    ['content', { content: 'Other words' }],
    ['state', { state: 'retired' }],
  ])('saves the change of its %s and keeps the rest', async (_field, change) => {
    const before = await read((await richProduct())._id);
    const response = await put(before, change);
    expect([response.statusCode, response.json().msg]).toEqual([200, 'Saved.']);
    const { version, updatedAt, html, ...rest } = before;
    expect(await read(before._id)).toMatchObject({ ...rest, ...change });
  });

  it('saves the change of a file and keeps the others', async () => {
    const before = await read((await richProduct())._id);
    const [first, ...others] = before.files ?? [];
    const files = [{ ...first, changelog: 'Fewer errors.' }, ...others];
    expect((await put(before, { files })).statusCode).toBe(200);
    const after = await read(before._id);
    expect(after.files?.map(({ changelog }) => changelog)).toEqual(['Fewer errors.', '']);
    expect(after.keys).toEqual(before.keys);
  });

  it.each<[string, object]>([
    ['html', { html: '<p>Mine</p>' }],
    ['gallery', { gallery: [] }],
    ['soldOut', { soldOut: true }],
    ['forSale', { forSale: true }],
    ['sample', { sample: true }],
  ])('is refused if %s was changed', async (field, change) => {
    const before = await read((await productByApi(admin))._id);
    const response = await put(before, change);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
  });

  it('is refused with 409 if it was changed in the meantime', async () => {
    const before = await read((await productByApi(admin))._id);
    expect((await put(before, { title: 'First' })).statusCode).toBe(200);
    const late = await put(before, { title: 'Second' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'EDIT_CONFLICT']);
  });
});

describe('a new product', () => {
  it('takes its image by url and id', async () => {
    const id = await uploadImageByApi(admin);
    const images = { url: 'https://images.example/plate.png', id };
    const response = await admin('POST /api/products', { ...saleable, images });
    expect([response.statusCode, response.json().product.images.public_id]).toEqual([201, id]);
  });

  it('uses the documented defaults for omitted fields', async () => {
    const response = await admin('POST /api/products', { title: 'A kit', state: 'draft' });
    expect(response.json().product).toMatchObject({
      price: 0,
      description: 'Description',
      content: 'Content',
    });
  });
});
