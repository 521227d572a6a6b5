import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductResponse } from '#contracts/product.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import {
  productByApi,
  saleable,
  uploadFileByApi,
  uploadPictureByApi,
} from '../../testing/products.ts';
import { createPlainMarkdown } from '../../testing/stand-ins.ts';

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

/** Stores a product with two pictures, two files and a list of keys. */
const richProduct = async () => {
  const pictures = [await uploadPictureByApi(admin), await uploadPictureByApi(admin, '#3c3')];
  const files = [await uploadFileByApi(admin), await uploadFileByApi(admin, 'more.zip')];
  return productByApi(admin, {
    images: pictures.map((public_id) => ({ public_id })),
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
    const answer = await put(before, change);
    expect([answer.statusCode, answer.json().msg]).toEqual([200, 'Saved.']);
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
    ['pictures', { pictures: [] }],
    ['soldOut', { soldOut: true }],
    ['forSale', { forSale: true }],
    ['sample', { sample: true }],
  ])('is refused if %s was changed', async (field, change) => {
    const before = await read((await productByApi(admin))._id);
    const answer = await put(before, change);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
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
    const id = await uploadPictureByApi(admin);
    const images = { url: 'https://images.example/plate.png', id };
    const answer = await admin('POST /api/products', { ...saleable, images });
    expect([answer.statusCode, answer.json().product.images.public_id]).toEqual([201, id]);
  });

  it('uses the documented defaults for omitted fields', async () => {
    const answer = await admin('POST /api/products', { title: 'A kit', state: 'draft' });
    expect(answer.json().product).toMatchObject({
      price: 0,
      description: 'Description',
      content: 'Content',
    });
  });
});
