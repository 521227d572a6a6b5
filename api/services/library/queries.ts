import type { Library, LibraryFile, LibraryItem } from '#contracts/library.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  countLibraryProducts,
  type LibraryProduct,
  listEntriesOf,
  listKeysOf,
  listLibraryProducts,
} from '../../db/repositories/library.ts';
import { type FileVersionRow, listVersionsEver } from '../../db/repositories/product-files.ts';
import { mediaUrl } from '../media/store-image.ts';
import { isReadable, toVersion } from '../products/read-products.ts';

type Context = Pick<AppContext, 'database'>;

/** Returns one page of a member's products, newest first. */
export function getLibraryPage(
  { database }: Context,
  userId: number,
  { page, limit }: { page: number; limit: number },
): Library {
  const products = countLibraryProducts(database, userId);
  const rows = listLibraryProducts(database, userId, { limit, offset: (page - 1) * limit });
  return {
    result: rows.map((product) => toLibraryItem({ database }, userId, product)),
    products,
    page,
    pages: Math.ceil(products / limit),
  };
}

function toLibraryItem(
  { database }: Context,
  userId: number,
  product: LibraryProduct,
): LibraryItem {
  const bought = listEntriesOf(database, { userId, productId: product.id });
  const owned = bought.filter(({ revokedAt }) => revokedAt === null);
  const isOwned = owned.length > 0;
  const since = Math.min(...owned.map(({ boughtAt }) => boughtAt));
  const orders = new Map(bought.map(({ order, number }) => [order, number]));
  const givenBackAt = Math.max(0, ...bought.map(({ revokedAt }) => revokedAt ?? 0));
  return {
    _id: product.publicId,
    title: product.title,
    slug:
      product.state !== 'deleted' && isReadable({ ...product, state: product.state })
        ? product.slug
        : null,
    images: product.picture === null ? null : { url: mediaUrl({ fileName: product.picture }) },
    sells: product.sells,
    quantity: (isOwned ? owned : bought).reduce((sum, { quantity }) => sum + quantity, 0),
    boughtAt: iso(bought.at(-1)?.boughtAt ?? 0),
    orders: [...orders].map(([_id, number]) => ({ _id, number })),
    files: isOwned ? groupFiles(listVersionsEver(database, product.id), since) : [],
    keys: listKeysOf(database, { userId, productId: product.id }),
    keysOwed: owned.reduce((sum, { keysOwed }) => sum + keysOwed, 0),
    givenBackAt: isOwned ? null : iso(givenBackAt),
  };
}

/** Groups file versions by file; omits versions removed before the purchase. */
function groupFiles(rows: FileVersionRow[], since: number): LibraryFile[] {
  const files = new Map<string, LibraryFile>();
  for (const row of rows) {
    if (row.removedAt !== null && row.removedAt < since) continue;
    const file = files.get(row.file) ?? {
      _id: row.file,
      removed: row.removedAt !== null,
      versions: [],
    };
    file.versions.push(toVersion(row));
    files.set(row.file, file);
  }
  return [...files.values()];
}
