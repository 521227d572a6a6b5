import { randomInt } from 'node:crypto';
import { paginate } from '#contracts/fields.ts';
import type { Library, LibraryFile, LibraryItem } from '#contracts/library.ts';
import type { ProductKeysInput } from '#contracts/product.ts';
import { LIBRARY_PATH } from '#contracts/shop-messages.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { findProductById } from '../../db/hot/products.ts';
import { isReadableProduct } from '../../db/hot/published-products.ts';
import {
  assignKeys,
  countKeys,
  countLibraryProducts,
  countReservedKeys,
  deleteUnusedKeys,
  insertGrantedKey,
  insertKeys,
  insertLibraryEntry,
  type KeyTaker,
  type LibraryProduct,
  listEntriesOf,
  listEntriesWithPendingKeys,
  listKeysOf,
  listLibraryProducts,
  updatePendingKeys,
} from '../../db/repositories/library.ts';
import type { Order } from '../../db/repositories/orders.ts';
import type { Checkout } from '../../db/repositories/payments.ts';
import { type FileVersionRow, listVersionsEver } from '../../db/repositories/product-files.ts';
import { mediaUrl } from '../media/store-image.ts';
import { notify } from '../notifications/notify.ts';
import { toVersion } from '../products/read-products.ts';

/** Characters without similar ones: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = 'ACDEFGHJKMNPQRTWXY34679';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** Creates a licence key that can be read out: five groups of five characters, 113 bits. */
export function createLicenceKey(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Adds the products of an order to the buyer's library, with licence keys.
 * Call it in the transaction that creates the order.
 */
export function grantAccess(database: Database, order: Order): void {
  const { id: orderId, userId, createdAt: boughtAt } = order;
  for (const [position, { productId, quantity }] of order.lines.entries()) {
    // Products are never deleted; a line without one comes from a site export.
    if (productId === null) continue;
    const entry = { userId, productId, orderId, position, quantity, boughtAt };
    const entryId = insertLibraryEntry(database, entry);
    grantKeys(database, { productId, userId, entryId, count: quantity, now: boughtAt });
  }
}

/**
 * Grants keys of a product, generated or from the owner's list; missing keys are pending.
 * Call it in the transaction that creates the order.
 */
function grantKeys(database: Database, { count, ...taker }: KeyTaker & { count: number }): void {
  const source = findProductById(database, taker.productId)?.keysFrom ?? 'none';
  if (source === 'generated') {
    for (let granted = 0; granted < count; ) {
      if (insertGrantedKey(database, { ...taker, code: createLicenceKey() })) granted += 1;
    }
  }
  if (source === 'list') {
    const taken = assignKeys(database, { ...taker, count });
    if (taken < count) updatePendingKeys(database, taker.entryId, count - taken);
  }
}

/**
 * Changes the key list of a product and grants new keys to waiting buyers first.
 * Call it in the transaction of the change.
 */
export function updateKeys(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  productId: number,
  { add = [], removeUnused = false }: Pick<ProductKeysInput, 'add' | 'removeUnused'>,
): void {
  const { database, clock } = context;
  if (removeUnused) deleteUnusedKeys(database, productId);
  if (add.length > 0) insertKeys(database, { productId, codes: add, now: clock() });
  const product = findProductById(database, productId);
  if (product?.keysFrom === 'none') return;
  for (const { id: entryId, userId, keysPending } of listEntriesWithPendingKeys(
    database,
    productId,
  )) {
    updatePendingKeys(database, entryId, 0);
    grantKeys(database, { productId, userId, entryId, count: keysPending, now: clock() });
    if (listEntriesWithPendingKeys(database, productId).some(({ id }) => id === entryId)) break;
    notify(database.query, context, {
      userId,
      kind: 'purchase',
      title: `Your licence key for “${product?.title}” is available`,
      path: `${LIBRARY_PATH}#product-${product?.publicId}`,
      subjectKey: `keys:${entryId}`,
    });
  }
}

/** Message for a payment that was not captured because the keys were sold meanwhile. */
export const KEYS_SOLD_OUT =
  'The licence keys sold out while you were paying. You have not been charged.';

/**
 * True if there are enough keys for a payment, apart from keys reserved by payments in progress.
 * Call it in the transaction that starts the capture.
 */
export function hasEnoughKeys(
  database: Database,
  { id: exceptCheckout, lines }: Pick<Checkout, 'id' | 'lines'>,
): boolean {
  return lines.every(({ productId, quantity }) => {
    if (findProductById(database, productId)?.keysFrom !== 'list') return true;
    const { left, pending } = countKeys(database, productId);
    const reserved = countReservedKeys(database, { productId, exceptCheckout });
    return left - pending - reserved >= quantity;
  });
}

type Context = Pick<AppContext, 'database'>;

/** Returns one page of a member's products, newest first. */
export function getLibraryPage(
  { database }: Context,
  userId: number,
  query: { page: number; limit: number },
): Library {
  const products = countLibraryProducts(database, userId);
  const { rows, pageInfo } = paginate(query, products);
  return {
    ...pageInfo,
    result: listLibraryProducts(database, userId, rows).map((product) =>
      toLibraryItem({ database }, userId, product),
    ),
    products,
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
  const refundedAt = Math.max(0, ...bought.map(({ revokedAt }) => revokedAt ?? 0));
  return {
    _id: product.publicId,
    title: product.title,
    slug:
      product.state !== 'deleted' && isReadableProduct({ ...product, state: product.state })
        ? product.slug
        : null,
    images: product.image === null ? null : { url: mediaUrl({ fileName: product.image }) },
    licenceType: product.licenceType,
    quantity: (isOwned ? owned : bought).reduce((sum, { quantity }) => sum + quantity, 0),
    boughtAt: iso(bought.at(-1)?.boughtAt ?? 0),
    orders: [...orders].map(([_id, number]) => ({ _id, number })),
    files: isOwned ? groupFiles(listVersionsEver(database, product.id), since) : [],
    keys: listKeysOf(database, { userId, productId: product.id }),
    keysPending: owned.reduce((sum, { keysPending }) => sum + keysPending, 0),
    refundedAt: isOwned ? null : iso(refundedAt),
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
