import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { saleable, uploadImageByApi } from '../../testing/products.ts';

let test: TestApp;
let admin: Caller;
let images: { public_id: string };
beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  images = { public_id: await uploadImageByApi(admin) };
});
afterAll(() => test.close());

const all = (sql: string) => test.context.database.raw.prepare(sql).all();

it.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['no title', { title: ' ' }, { title: 'A product needs a title.' }],
  [
    'a price that is a word',
    { price: '19' },
    { price: 'A product needs a price: a number, 0 for a free one.' },
  ],
  [
    'a negative price',
    { price: -1 },
    { price: 'A product needs a price: a number, 0 for a free one.' },
  ],
  [
    'parts of a cent',
    { price: 0.005 },
    { price: 'This price has more digits than the currency, or is too high.' },
  ],
  [
    'a price beyond all',
    { price: 1e9 },
    { price: 'This price has more digits than the currency, or is too high.' },
  ],
  ['no description', { description: '' }, { description: 'A product needs a description.' }],
  ['no content', { content: ' \n' }, { content: 'A product needs some content.' }],
  ['no image', { images: null }, { images: 'No Image Upload' }],
  ['does not exist', { category: undefined }, { category: 'A product needs a category.' }],
  [
    'a category that is none',
    { category: 'Hardware' },
    { category: 'The category Hardware does not exist.' },
  ],
  ['an image that has no id', { images: { url: '/media/x.png' } }, { images: 'No Image Upload' }],
  [
    'an image that is gone',
    { images: { public_id: 'x' } },
    { images: 'This image is no longer in the media library.' },
  ],
  [
    'no file',
    { files: [], state: 'live' },
    { files: 'A product needs at least one file before it can go on sale.' },
  ],
  [
    'an upload that is gone',
    { files: [{ upload: 'x' }] },
    { 'files.0': 'This upload is gone; please choose the file again.' },
  ],
  [
    'a file of another product',
    { files: [{ _id: 'x' }] },
    { 'files.0': 'This file no longer belongs to the product.' },
  ],
])('rejects a product with %s at its field', async (_what, wrong, fields) => {
  const response = await admin('POST /api/products', { ...saleable, images, ...wrong });
  expect([response.statusCode, response.json().fields]).toEqual([400, fields]);
  expect(all('SELECT 1 FROM products')).toEqual([]);
});
