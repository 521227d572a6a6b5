import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A discount code. `value` is per cent, or money in the smallest unit; times are milliseconds UTC. */
export interface Discount {
  id: number;
  publicId: string;
  code: string;
  kind: 'percent' | 'amount';
  value: number;
  /** `some`: the products of `listDiscountProducts` alone. */
  scope: 'all' | 'some';
  startsAt: number | null;
  endsAt: number | null;
  maxUses: number | null;
  maxUsesEach: number | null;
  createdAt: number;
  updatedAt: number;
}

const columns = `d.id, d.public_id AS publicId, d.code, d.kind, d.value, d.scope,
  d.starts_at AS startsAt, d.ends_at AS endsAt, d.max_uses AS maxUses,
  d.max_uses_each AS maxUsesEach, d.created_at AS createdAt, d.updated_at AS updatedAt`;

const findBy = (condition: string) => `SELECT ${columns} FROM discounts d WHERE ${condition}`;

export function findDiscount(database: Connection, id: number): Discount | undefined {
  return prepared<[number], Discount>(database, findBy('d.id = ?')).get(id);
}

export function findDiscountByPublicId(database: Connection, id: string): Discount | undefined {
  return prepared<[string], Discount>(database, findBy('d.public_id = ?')).get(id);
}

/** @param code in capitals, without spaces around it */
export function findDiscountByCode(database: Connection, code: string): Discount | undefined {
  return prepared<[string], Discount>(database, findBy('d.code = ?')).get(code);
}

export function insertDiscount(database: Connection, discount: Omit<Discount, 'id'>): Discount {
  const sql = `INSERT INTO discounts (public_id, code, kind, value, scope, starts_at, ends_at, max_uses,
      max_uses_each, created_at, updated_at)
    VALUES (@publicId, @code, @kind, @value, @scope, @startsAt, @endsAt, @maxUses, @maxUsesEach,
      @createdAt, @updatedAt) RETURNING id`;
  const row = prepared<[object], { id: number }>(database, sql).get(discount);
  if (!row) throw new Error('a discount was not stored');
  return { ...discount, id: row.id };
}

/** Writes everything of it that can change. */
export function updateDiscount(database: Connection, discount: Discount): void {
  const sql = `UPDATE discounts SET code = @code, kind = @kind, value = @value, scope = @scope,
      starts_at = @startsAt, ends_at = @endsAt, max_uses = @maxUses, max_uses_each = @maxUsesEach,
      updated_at = @updatedAt WHERE id = @id`;
  prepared<[object], unknown>(database, sql).run(discount);
}

/** A product that a code is limited to. */
export interface DiscountProduct {
  id: number;
  publicId: string;
  title: string;
}

/** Products that a code is limited to, by title. */
export function listDiscountProducts(database: Connection, discountId: number): DiscountProduct[] {
  const sql = `SELECT p.id, p.public_id AS publicId, p.title FROM discount_products dp
    JOIN products p ON p.id = dp.product_id WHERE dp.discount_id = ? ORDER BY p.title, p.id`;
  return prepared<[number], DiscountProduct>(database, sql).all(discountId);
}

/** Puts these products in place of those that a code is limited to. */
export function writeDiscountProducts(
  database: Connection,
  discountId: number,
  productIds: readonly number[],
): void {
  const clear = 'DELETE FROM discount_products WHERE discount_id = ?';
  prepared<[number], unknown>(database, clear).run(discountId);
  const sql = `INSERT INTO discount_products (discount_id, product_id) VALUES (?, ?)
    ON CONFLICT DO NOTHING`;
  for (const id of productIds)
    prepared<[number, number], unknown>(database, sql).run(discountId, id);
}

const count = (database: Connection, sql: string, values: object) =>
  prepared<[object], { found: number }>(database, sql).get(values)?.found ?? 0;

/** Orders that were made with a code; refunds give no use back. */
export function countRedemptions(database: Connection, discountId: number): number {
  const sql = 'SELECT count(*) AS found FROM orders WHERE discount_id = @discountId';
  return count(database, sql, { discountId });
}

/** Those of one member. */
export function countRedemptionsBy(
  database: Connection,
  of: { discountId: number; userId: number },
): number {
  const sql = `SELECT count(*) AS found FROM orders
    WHERE discount_id = @discountId AND user_id = @userId`;
  return count(database, sql, of);
}

/** Payments under way with a code: each of them may still become an order. */
export function countPendingRedemptions(database: Connection, discountId: number): number {
  const sql = `SELECT count(*) AS found FROM checkouts WHERE discount_id = @discountId
    AND state IN ('creating', 'open', 'capturing', 'pending')`;
  return count(database, sql, { discountId });
}

/**
 * The same as it counts for one member who wants to use the code: what they have begun and not agreed to is
 * about to be replaced, and holds nothing against themselves.
 * @returns all of these, and the member's own among them
 */
export function countPendingRedemptionsFor(
  database: Connection,
  of: { discountId: number; userId: number },
): { all: number; own: number } {
  const sql = `SELECT count(*) AS found FROM checkouts WHERE discount_id = @discountId
    AND state IN ('capturing', 'pending') AND user_id = @userId`;
  const others = `SELECT count(*) AS found FROM checkouts WHERE discount_id = @discountId
    AND state IN ('creating', 'open', 'capturing', 'pending') AND user_id <> @userId`;
  const own = count(database, sql, of);
  return { own, all: own + count(database, others, of) };
}

/** Which codes a list shows, by their window. */
export interface DiscountFilter {
  show: 'all' | 'planned' | 'running' | 'ended';
  now: number;
}

const windows: Record<DiscountFilter['show'], string> = {
  all: '@now = @now',
  planned: 'd.starts_at > @now AND (d.ends_at IS NULL OR d.ends_at > @now)',
  running:
    '(d.starts_at IS NULL OR d.starts_at <= @now) AND (d.ends_at IS NULL OR d.ends_at > @now)',
  ended: 'd.ends_at <= @now',
};

/** One page of all codes, the newest first. */
export function listDiscounts(
  database: Connection,
  { show, now }: DiscountFilter,
  part: { limit: number; offset: number },
): Discount[] {
  const sql = `SELECT ${columns} FROM discounts d INDEXED BY discounts_newest WHERE ${windows[show]}
    ORDER BY d.created_at DESC, d.id DESC LIMIT @limit OFFSET @offset`;
  return prepared<[object], Discount>(database, sql).all({ now, ...part });
}

export function countDiscounts(database: Connection, { show, now }: DiscountFilter): number {
  const sql = `SELECT count(*) AS found FROM discounts d INDEXED BY discounts_newest
    WHERE ${windows[show]}`;
  return count(database, sql, { now });
}

/** An order that was made with a code. */
export interface Redemption {
  publicId: string;
  number: number;
  /** Name of who bought. */
  buyer: string;
  discount: number;
  total: number;
  currency: string;
  createdAt: number;
}

/** One page of the orders that were made with a code, the newest first. */
export function listRedemptions(
  database: Connection,
  discountId: number,
  part: { limit: number; offset: number },
): Redemption[] {
  const sql = `SELECT public_id AS publicId, number, json_extract(buyer, '$.name') AS buyer, discount,
      total, currency, created_at AS createdAt
    FROM orders WHERE discount_id = @discountId ORDER BY id DESC LIMIT @limit OFFSET @offset`;
  return prepared<[object], Redemption>(database, sql).all({ discountId, ...part });
}

/** The code in a member's cart. */
export function findCartDiscount(database: Connection, userId: number): Discount | undefined {
  const sql = findBy('d.id = (SELECT discount_id FROM cart_discounts WHERE user_id = ?)');
  return prepared<[number], Discount>(database, sql).get(userId);
}

/** Puts a code into a member's cart, in place of another one. */
export function setCartDiscount(
  database: Connection,
  row: { userId: number; discountId: number; now: number },
): void {
  const sql = `INSERT INTO cart_discounts (user_id, discount_id, added_at)
    VALUES (@userId, @discountId, @now)
    ON CONFLICT (user_id) DO UPDATE SET discount_id = excluded.discount_id, added_at = excluded.added_at`;
  prepared<[object], unknown>(database, sql).run(row);
}

/** Takes the code out of a member's cart. */
export function deleteCartDiscount(database: Connection, userId: number): void {
  const sql = 'DELETE FROM cart_discounts WHERE user_id = ?';
  prepared<[number], unknown>(database, sql).run(userId);
}
