import path from 'node:path';
import { openDatabase } from '../db/client.ts';
import { insertTestProduct } from './factories.ts';

/** Puts a product on the shelf of a site that runs in another process. @returns its `_id` */
export function shelveProduct(
  dataFolder: string,
  product: {
    title: string;
    price: number;
    suggestedPrice?: number;
    sells?: 'copy' | 'seats' | 'keys';
  },
): string {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    return insertTestProduct(database, product).publicId;
  } finally {
    database.close();
  }
}
