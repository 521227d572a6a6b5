import { and, asc, count, eq, inArray, isNull, ne, sql, sum } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { libraryEntries, licenceKeys } from '../schema/library.ts';
import { checkouts } from '../schema/orders.ts';

/** Buyer and product that keys are granted for. */
export interface KeyTaker {
  productId: number;
  userId: number;
  entryId: number;
  now: number;
}

/** Grants the oldest available keys. @returns the number of granted keys, at most `count` */
export function assignKeys(
  { query }: Database,
  { count: most, productId, userId, entryId, now }: KeyTaker & { count: number },
): number {
  const oldest = query
    .select({ id: licenceKeys.id })
    .from(licenceKeys)
    .where(and(eq(licenceKeys.productId, productId), isNull(licenceKeys.givenAt)))
    .orderBy(asc(licenceKeys.id))
    .limit(most);
  const { changes } = query
    .update(licenceKeys)
    .set({ userId, entryId, givenAt: now })
    .where(inArray(licenceKeys.id, oldest))
    .run();
  return changes;
}

/** Stores a key generated for a buyer. @returns false if the key exists */
export function insertGrantedKey(
  { query }: Database,
  { now, ...key }: KeyTaker & { code: string },
): boolean {
  const row = { ...key, givenAt: now, createdAt: now };
  return query.insert(licenceKeys).values(row).onConflictDoNothing().run().changes > 0;
}

/** Adds keys to the list of a product, except existing ones. @returns the number of new keys */
export function insertKeys(
  { query }: Database,
  { productId, codes, now }: { productId: number; codes: readonly string[]; now: number },
): number {
  // Thousands of keys would exceed the parameters of one statement.
  const { changes } = query.run(sql`INSERT INTO ${licenceKeys} (product_id, code, created_at)
    SELECT ${productId}, value, ${now} FROM json_each(${JSON.stringify(codes)})
    WHERE true ON CONFLICT DO NOTHING`);
  return changes;
}

/** Deletes the available keys of a product. */
export function deleteKeysLeft({ query }: Database, productId: number): void {
  query
    .delete(licenceKeys)
    .where(and(eq(licenceKeys.productId, productId), isNull(licenceKeys.givenAt)))
    .run();
}

/** Literal value, because the partial index needs the same condition. */
export const hasPendingKeys = sql`${libraryEntries.keysOwed} > 0`;

/** Counts the keys of a product: available, granted, and pending for buyers. */
export function countKeys(
  { query }: Database,
  productId: number,
): { left: number; given: number; owed: number } {
  const ofProduct = eq(licenceKeys.productId, productId);
  const countWhere = (condition: typeof ofProduct | undefined) =>
    query.select({ found: count() }).from(licenceKeys).where(condition).get()?.found ?? 0;
  const left = countWhere(and(ofProduct, isNull(licenceKeys.givenAt)));
  const pending = query
    .select({ owed: sum(libraryEntries.keysOwed).mapWith(Number) })
    .from(libraryEntries)
    .where(and(eq(libraryEntries.productId, productId), hasPendingKeys))
    .get();
  return { left, given: countWhere(ofProduct) - left, owed: pending?.owed ?? 0 };
}

/** Counts the keys reserved by payments that are captured or held, except one. */
export function countReservedKeys(
  { query }: Database,
  { productId, exceptCheckout }: { productId: number; exceptCheckout: number },
): number {
  const reserving = query
    .select({ lines: checkouts.lines })
    .from(checkouts)
    .where(
      and(inArray(checkouts.state, ['capturing', 'pending']), ne(checkouts.id, exceptCheckout)),
    )
    .all();
  return reserving
    .flatMap(({ lines }) => lines)
    .filter((line) => line.productId === productId)
    .reduce((total, { quantity }) => total + quantity, 0);
}

/** Returns the keys that a member may use, in the order in which they were granted. */
export function listKeysOf(
  { query }: Database,
  { userId, productId }: { userId: number; productId: number },
): string[] {
  return query
    .select({ code: licenceKeys.code })
    .from(licenceKeys)
    .innerJoin(libraryEntries, eq(libraryEntries.id, licenceKeys.entryId))
    .where(
      and(
        eq(licenceKeys.userId, userId),
        eq(licenceKeys.productId, productId),
        isNull(libraryEntries.revokedAt),
      ),
    )
    .orderBy(asc(licenceKeys.givenAt), asc(licenceKeys.id))
    .all()
    .map(({ code }) => code);
}
