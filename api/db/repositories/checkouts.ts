import { and, count, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { users } from '../schema/accounts.ts';
import { checkouts } from '../schema/orders.ts';

/** Payment attempt. Money is in the smallest unit, times are milliseconds UTC. */
export type Checkout = typeof checkouts.$inferSelect;
export type CheckoutState = Checkout['state'];

export type NewCheckout = Omit<
  Checkout,
  'id' | 'state' | 'paymentId' | 'approveUrl' | 'reason' | 'address' | 'declines' | 'looks'
>;

export const insertCheckout = ({ query }: Database, checkout: NewCheckout): Checkout =>
  query.insert(checkouts).values(checkout).returning().get();

export function findCheckout({ query }: Database, id: number): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.id, id)).get();
}

export function findCheckoutByPublicId({ query }: Database, id: string): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.publicId, id)).get();
}

/** Finds a checkout by the provider's ID of the payment. */
export function findCheckoutByPayment(
  { query }: Database,
  paymentId: string,
): Checkout | undefined {
  return query.select().from(checkouts).where(eq(checkouts.paymentId, paymentId)).get();
}

/** Returns a member's checkouts in one of these states, newest first. */
export function listCheckouts(
  { query }: Database,
  userId: number,
  states: CheckoutState[],
): Checkout[] {
  return query
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), inArray(checkouts.state, states)))
    .orderBy(desc(checkouts.id))
    .all();
}

/** Returns the unmatched payments, newest first. */
export function listUnmatchedPayments({ query }: Database, limit: number): Checkout[] {
  return query
    .select()
    .from(checkouts)
    .where(eq(checkouts.state, 'trouble'))
    .orderBy(desc(checkouts.createdAt))
    .limit(limit)
    .all();
}

export function countUnmatchedPayments({ query }: Database): number {
  const unmatched = eq(checkouts.state, 'trouble');
  return query.select({ found: count() }).from(checkouts).where(unmatched).get()?.found ?? 0;
}

type Change = Partial<
  Pick<
    Checkout,
    'state' | 'paymentId' | 'approveUrl' | 'reason' | 'address' | 'declines' | 'nextAt' | 'looks'
  >
>;

/** Changes a checkout in one of these states. @returns the new row; undefined in another state */
export function changeCheckout(
  { query }: Database,
  id: number,
  states: CheckoutState[],
  change: Change,
): Checkout | undefined {
  return query
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.id, id), inArray(checkouts.state, states)))
    .returning()
    .get();
}

/** Removes the buyers of deleted accounts from paid checkouts before `time`. @returns their number */
export function anonymiseCheckouts({ query }: Database, time: number): number {
  const deleted = query.select({ id: users.id }).from(users).where(eq(users.status, 'deleted'));
  const { changes } = query
    .update(checkouts)
    .set({ buyer: { name: '', email: '' }, address: null })
    .where(
      and(
        inArray(checkouts.state, ['paid', 'trouble']),
        lt(checkouts.createdAt, time),
        inArray(checkouts.userId, deleted),
        or(isNotNull(checkouts.address), sql`json_extract(${checkouts.buyer}, '$.email') <> ''`),
      ),
    )
    .run();
  return changes;
}
