import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { LicenceType, ProductKeySource, ProductResponse } from '#contracts/product.ts';
import { PRODUCT_UPLOADS_PATH, UPLOAD_CHUNK_TYPE } from '#contracts/upload.ts';
import type { AppContext } from '../context.ts';
import { products } from '../db/schema/products.ts';
import type { Caller } from './api-caller.ts';
import { insertTestFile, insertTestProduct } from './factories.ts';
import { withDatabase } from './test-database.ts';

const resumable = { 'tus-resumable': '1.0.0' };

/** Fields that a product for sale requires, except image and file. */
export const saleable = {
  title: 'A kit of parts',
  price: 19.5,
  description: 'Parts that fit.',
  content: 'All of *them*.\n',
  category: 'Software',
};

interface FileVersion {
  name: string;
  version: string;
  changelog: string;
  bytes: Buffer;
}

/**
 * Stores a product in the database of a site that runs in another process.
 * @param versions versions of its only file, oldest first
 * @returns its `_id`
 */
export function storeTestProduct(
  dataFolder: string,
  product: {
    title: string;
    price: number;
    suggestedPrice?: number;
    licenceType?: LicenceType;
    keysFrom?: ProductKeySource;
  },
  versions: FileVersion[] = [],
): string {
  const folder = path.join(dataFolder, 'uploads', 'products');
  return withDatabase(dataFolder, (database) => {
    const { id, publicId } = insertTestProduct(database, product);
    let fileId: number | undefined;
    mkdirSync(folder, { recursive: true });
    for (const { bytes, ...version } of versions) {
      const stored = randomUUID().replaceAll('-', '');
      writeFileSync(path.join(folder, stored), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      fileId = insertTestFile(database, id, {
        ...version,
        bytes: bytes.length,
        sha256,
        stored,
        ...(fileId !== undefined && { fileId }),
      });
    }
    return publicId;
  });
}

/** Changes a product in the database of a site that runs in another process, as an admin would. */
export function changeProduct(
  dataFolder: string,
  publicId: string,
  change: { price?: number; state?: 'live' | 'retired' },
): void {
  withDatabase(dataFolder, ({ query }) =>
    query.update(products).set(change).where(eq(products.publicId, publicId)).run(),
  );
}

/** Uploads a file of a product. @returns upload id, for `files` of a product */
export async function uploadFileByApi(
  call: Caller,
  name = 'book.zip',
  bytes = Buffer.from(`what ${name} holds`),
): Promise<string> {
  const filename = Buffer.from(name).toString('base64');
  const created = await call(`POST ${PRODUCT_UPLOADS_PATH}`, undefined, {
    ...resumable,
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${filename}`,
  });
  const location = String(created.headers.location);
  const sent = await call(`PATCH ${location}`, bytes, {
    ...resumable,
    'upload-offset': '0',
    'content-type': UPLOAD_CHUNK_TYPE,
  });
  if (sent.statusCode !== 204) throw new Error(`not uploaded: ${sent.body}`);
  return location.split('/').at(-1) ?? '';
}

/** Uploads an image of one colour. @returns its `public_id` */
export async function uploadImageByApi(call: Caller, colour = '#c33'): Promise<string> {
  const background = colour;
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const form = [
    '--part\r\ncontent-disposition: form-data; name="file"; filename="plate.png"',
    '\r\ncontent-type: image/png\r\n\r\n',
  ].join('');
  const payload = Buffer.concat([Buffer.from(form), png, Buffer.from('\r\n--part--\r\n')]);
  const response = await call('POST /api/upload?folder=products', payload, {
    'content-type': 'multipart/form-data; boundary=part',
  });
  if (response.statusCode !== 201) throw new Error(`not uploaded: ${response.body}`);
  return response.json().result.public_id;
}

/** Creates a product as `productByApi` does, and marks it as a sample, which the demo provider sells. */
export async function sampleByApi(
  { context }: { context: Pick<AppContext, 'database'> },
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ProductResponse> {
  const product = await productByApi(call, fields);
  context.database.query
    .update(products)
    .set({ isSample: true })
    .where(eq(products.publicId, product._id))
    .run();
  return product;
}

/** Creates a product for sale with an image and a file, unless `fields` overrides them. */
export async function productByApi(
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ProductResponse> {
  const images = { public_id: await uploadImageByApi(call) };
  const files = [{ upload: await uploadFileByApi(call) }];
  const response = await call('POST /api/products', { ...saleable, images, files, ...fields });
  if (response.statusCode !== 201) throw new Error(`not created: ${response.body}`);
  return response.json().product;
}
