import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Who gets keys of which product. */
export interface KeyTaker {
  productId: number;
  userId: number;
  entryId: number;
  now: number;
}

/** Gives keys that are left, the oldest first. @returns how many there were, `count` at most */
export function takeKeys(
  database: Connection,
  { count, ...taker }: KeyTaker & { count: number },
): number {
  const sql = `UPDATE licence_keys SET user_id = @userId, entry_id = @entryId, given_at = @now
    WHERE id IN (SELECT id FROM licence_keys WHERE product_id = @productId AND given_at IS NULL
      ORDER BY id LIMIT @count)`;
  return prepared<[object], unknown>(database, sql).run({ ...taker, count }).changes;
}

/** Stores a key that was made for a buyer. @returns false when there is such a key already */
export function insertGrantedKey(database: Connection, key: KeyTaker & { code: string }): boolean {
  const sql = `INSERT INTO licence_keys (product_id, code, user_id, entry_id, given_at, created_at)
    VALUES (@productId, @code, @userId, @entryId, @now, @now) ON CONFLICT DO NOTHING`;
  return prepared<[object], unknown>(database, sql).run(key).changes > 0;
}

/** Adds keys to the list of a product. @returns how many were new; the others are there already */
export function insertKeys(
  database: Connection,
  { productId, codes, now }: { productId: number; codes: readonly string[]; now: number },
): number {
  const sql = `INSERT INTO licence_keys (product_id, code, created_at)
    SELECT @productId, value, @now FROM json_each(@codes) WHERE true ON CONFLICT DO NOTHING`;
  const values = { productId, codes: JSON.stringify(codes), now };
  return prepared<[object], unknown>(database, sql).run(values).changes;
}

/** Forgets the keys of a product that nobody has got. */
export function deleteKeysLeft(database: Connection, productId: number): void {
  const sql = 'DELETE FROM licence_keys WHERE product_id = ? AND given_at IS NULL';
  prepared<[number], unknown>(database, sql).run(productId);
}

/** Keys of a product: how many are left, how many were given, and for how many buyers wait. */
export function countKeys(
  database: Connection,
  productId: number,
): { left: number; given: number; owed: number } {
  const sql = `SELECT
      (SELECT count(*) FROM licence_keys WHERE product_id = @id AND given_at IS NULL) AS "left",
      (SELECT count(*) FROM licence_keys WHERE product_id = @id) AS "all",
      (SELECT coalesce(sum(keys_owed), 0) FROM library_entries
        WHERE product_id = @id AND keys_owed > 0) AS owed`;
  const row = prepared<[object], { left: number; all: number; owed: number }>(database, sql).get({
    id: productId,
  });
  const { left = 0, all = 0, owed = 0 } = row ?? {};
  return { left, given: all - left, owed };
}

/** How many keys are promised to payments whose money is being fetched or held, but for one of them. */
export function countReservedKeys(
  database: Connection,
  { productId, exceptCheckout }: { productId: number; exceptCheckout: number },
): number {
  const sql = `SELECT coalesce(sum(line.value ->> 'quantity'), 0) AS promised
    FROM checkouts c JOIN json_each(c.lines) line
    WHERE c.state IN ('capturing', 'pending') AND c.id <> @exceptCheckout
      AND line.value ->> 'productId' = @productId`;
  const row = prepared<[object], { promised: number }>(database, sql).get({
    ...{ productId, exceptCheckout },
  });
  return row?.promised ?? 0;
}

/** Keys of a product that a member may use, in the order in which they came. */
export function listKeysOf(
  database: Connection,
  { userId, productId }: { userId: number; productId: number },
): string[] {
  const sql = `SELECT k.code FROM licence_keys k JOIN library_entries e ON e.id = k.entry_id
    WHERE k.user_id = ? AND k.product_id = ? AND e.revoked_at IS NULL ORDER BY k.given_at, k.id`;
  return prepared<[number, number], { code: string }>(database, sql)
    .all(userId, productId)
    .map(({ code }) => code);
}
