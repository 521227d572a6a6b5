import path from 'node:path';
import { openDatabase } from '../../api/db/client.ts';
import { writeProductPictures } from '../../api/db/repositories/products.ts';
import { insertTestProduct } from '../../api/testing/factories.ts';

/** Inserts products into a database with articles without the API; each has an image if the database has one. */
export async function seedProducts(dataFolder: string, count: number): Promise<void> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    const mediaId = database.raw.prepare('SELECT min(id) FROM media').pluck().get() as
      | number
      | null;
    await database.write((query) => {
      for (let number = 1; number <= count; number += 1) {
        const { id } = insertTestProduct(database, {
          title: `Kit of parts ${number}`,
          description:
            'Parts that fit, with a sentence about each of them and how they go together.',
          price: (number * 37) % 9000,
          sold: number % 50,
          categoryId: 1 + (number % 2),
          listedAt: number,
        });
        if (mediaId !== null) writeProductPictures(query, id, [{ mediaId, alt: 'A kit' }]);
      }
    });
  } finally {
    database.close();
  }
}
