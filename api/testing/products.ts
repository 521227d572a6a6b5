import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { ProductKeySource, ProductSells } from '#contracts/product.ts';
import { products } from '../db/schema/products.ts';
import { insertTestFile, insertTestProduct } from './factories.ts';
import { withDatabase } from './with-database.ts';

/** One version of the file of a product. */
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
export function shelveProduct(
  dataFolder: string,
  product: {
    title: string;
    price: number;
    suggestedPrice?: number;
    sells?: ProductSells;
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
