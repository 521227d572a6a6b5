import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { countRows, type Database, type Page } from '../database.ts';
import { cartDiscounts, checkouts, discountProducts, discounts, orders } from '../schema/orders.ts';
import { products } from '../schema/products.ts';

/** Discount code. `value` is a percentage or an amount in the smallest unit; times are milliseconds UTC. */
export type Discount = typeof discounts.$inferSelect;

export function findDiscountByPublicId({ query }: Database, id: string): Discount | undefined {
  return query.select().from(discounts).where(eq(discounts.publicId, id)).get();
}

/** @param code trimmed and in upper case */
export function findDiscountByCode({ query }: Database, code: string): Discount | undefined {
  return query.select().from(discounts).where(eq(discounts.code, code)).get();
}

export const insertDiscount = ({ query }: Database, discount: Omit<Discount, 'id'>): Discount =>
  query.insert(discounts).values(discount).returning().get();

export function updateDiscount(
  { query }: Database,
  { id, publicId, createdAt, ...changes }: Discount,
): void {
  query.update(discounts).set(changes).where(eq(discounts.id, id)).run();
}

/** Returns the products that a code is limited to, by title. */
export function listDiscountProducts(
  { query }: Database,
  discountId: number,
): { id: number; publicId: string; title: string }[] {
  return query
    .select({ id: products.id, publicId: products.publicId, title: products.title })
    .from(discountProducts)
    .innerJoin(products, eq(products.id, discountProducts.productId))
    .where(eq(discountProducts.discountId, discountId))
    .orderBy(asc(products.title), asc(products.id))
    .all();
}

/** Replaces the products that a code is limited to. */
export function writeDiscountProducts(
  { query }: Database,
  discountId: number,
  productIds: readonly number[],
): void {
  query.delete(discountProducts).where(eq(discountProducts.discountId, discountId)).run();
  for (const productId of productIds) {
    query.insert(discountProducts).values({ discountId, productId }).onConflictDoNothing().run();
  }
}

/** Counts the orders with a code; refunds do not return a redemption. */
export const countRedemptions = (database: Database, discountId: number): number =>
  countRows(database.query, orders, eq(orders.discountId, discountId));

/** Counts a member's orders with a code. */
export const countRedemptionsBy = (
  database: Database,
  { discountId, userId }: { discountId: number; userId: number },
): number => {
  const theirs = and(eq(orders.discountId, discountId), eq(orders.userId, userId));
  return countRows(database.query, orders, theirs);
};

const isPending = inArray(checkouts.state, ['creating', 'open', 'capturing', 'pending']);

/** Counts the payments in progress with a code, each of which may become an order. */
export const countPendingRedemptions = (database: Database, discountId: number): number =>
  countRows(database.query, checkouts, and(eq(checkouts.discountId, discountId), isPending));

/**
 * Counts the payments in progress with a code for a member who applies it. Their own unapproved payments do
 * not count, since the new one replaces them.
 * @returns all of these payments, and the member's own among them
 */
export function countPendingRedemptionsFor(
  { query }: Database,
  { discountId, userId }: { discountId: number; userId: number },
): { all: number; own: number } {
  const withCode = eq(checkouts.discountId, discountId);
  const isCaptured = inArray(checkouts.state, ['capturing', 'pending']);
  const ofMember = and(withCode, isCaptured, eq(checkouts.userId, userId));
  const ofOthers = and(withCode, isPending, ne(checkouts.userId, userId));
  const own = countRows(query, checkouts, ofMember);
  const others = countRows(query, checkouts, ofOthers);
  return { own, all: own + others };
}

/** Filter of the code list, by validity period. */
export interface DiscountFilter {
  show: 'all' | 'scheduled' | 'running' | 'ended';
  now: number;
}

function discountCondition({ show, now }: DiscountFilter): SQL | undefined {
  const { startsAt, endsAt } = discounts;
  const notEnded = or(isNull(endsAt), gt(endsAt, now));
  switch (show) {
    case 'all':
      return undefined;
    case 'scheduled':
      return and(gt(startsAt, now), notEnded);
    case 'running':
      return and(or(isNull(startsAt), lte(startsAt, now)), notEnded);
    case 'ended':
      return lte(endsAt, now);
  }
}

/** Returns one page of all codes, newest first. */
export function listDiscounts(
  { query }: Database,
  filter: DiscountFilter,
  { limit, offset }: Page,
): Discount[] {
  return query
    .select()
    .from(discounts)
    .where(discountCondition(filter))
    .orderBy(desc(discounts.createdAt), desc(discounts.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countDiscounts({ query }: Database, filter: DiscountFilter): number {
  // Without the hint SQLite scans the table, since no index covers both ends of the period.
  return countRows(query, sql`${discounts} INDEXED BY discounts_newest`, discountCondition(filter));
}

/** Returns one page of the orders with a code, newest first. */
export function listRedemptions({ query }: Database, discountId: number, { limit, offset }: Page) {
  const { publicId, number, buyer, discount, total, currency, createdAt } = orders;
  return query
    .select({ publicId, number, buyer, discount, total, currency, createdAt })
    .from(orders)
    .where(eq(orders.discountId, discountId))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset)
    .all();
}

/** Returns the code in a member's cart. */
export function findCartDiscount({ query }: Database, userId: number): Discount | undefined {
  return query
    .select(getTableColumns(discounts))
    .from(cartDiscounts)
    .innerJoin(discounts, eq(discounts.id, cartDiscounts.discountId))
    .where(eq(cartDiscounts.userId, userId))
    .get();
}

/** Applies a code to a member's cart, replacing another one. */
export function setCartDiscount(
  { query }: Database,
  { now: addedAt, ...row }: { userId: number; discountId: number; now: number },
): void {
  const { discountId } = row;
  query
    .insert(cartDiscounts)
    .values({ ...row, addedAt })
    .onConflictDoUpdate({ target: cartDiscounts.userId, set: { discountId, addedAt } })
    .run();
}

/** Removes the code from a member's cart. */
export function deleteCartDiscount({ query }: Database, userId: number): void {
  query.delete(cartDiscounts).where(eq(cartDiscounts.userId, userId)).run();
}
