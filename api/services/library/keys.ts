import { randomInt } from 'node:crypto';
import type { ProductKeysWish } from '#contracts/product.ts';
import { LIBRARY_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import type { Connection } from '../../db/connection.ts';
import { listEntriesOwed, writeKeysOwed } from '../../db/repositories/library.ts';
import {
  deleteKeysLeft,
  insertGivenKey,
  insertKeys,
  type KeyTaker,
  takeKeys,
} from '../../db/repositories/licence-keys.ts';
import { findProductById } from '../../db/repositories/products.ts';
import { notify } from '../notifications/notify.ts';

/** Without letters and digits that look or sound like another: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = 'ACDEFGHJKMNPQRTWXY34679';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** A key that can be read out over a telephone: five groups of five, 113 bits of chance. */
export function createKey(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Gives a buyer the keys of a product, where it has any: made now, or taken from the owner's list. What
 * the list lacks is owed. Belongs in the transaction that makes the order.
 */
export function giveKeys(
  database: Connection,
  { count, ...taker }: KeyTaker & { count: number },
): void {
  const source = findProductById(database, taker.productId)?.keysFrom ?? 'none';
  if (source === 'generated') {
    for (let given = 0; given < count; ) {
      if (insertGivenKey(database, { ...taker, code: createKey() })) given += 1;
    }
  }
  if (source === 'list') {
    const taken = takeKeys(database, { ...taker, count });
    if (taken < count) writeKeysOwed(database, taker.entryId, count - taken);
  }
}

/**
 * Brings the list of keys of a product in line with a wish, and gives new ones to those who wait first.
 * Belongs in the transaction of the change.
 */
export function changeKeys(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  productId: number,
  { add = [], forget = false }: Pick<ProductKeysWish, 'add' | 'forget'>,
): void {
  const { database, clock } = context;
  if (forget) deleteKeysLeft(database, productId);
  if (add.length > 0) insertKeys(database, { productId, codes: add, now: clock() });
  const product = findProductById(database, productId);
  if (product?.keysFrom === 'none') return;
  for (const { id: entryId, userId, keysOwed } of listEntriesOwed(database, productId)) {
    writeKeysOwed(database, entryId, 0);
    giveKeys(database, { productId, userId, entryId, count: keysOwed, now: clock() });
    if (listEntriesOwed(database, productId).some(({ id }) => id === entryId)) break;
    notify(database.query, context, {
      userId,
      kind: 'purchase',
      title: `Your licence key for “${product?.title}” is there`,
      path: `${LIBRARY_PATH}#product-${product?.publicId}`,
      about: `keys:${entryId}`,
    });
  }
}
