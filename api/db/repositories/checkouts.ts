import type { OrderAddress, Provider } from '#contracts/order.ts';
import type { ProductSells } from '#contracts/product.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A line of a checkout and later of its order: the product as it was. */
export interface LineSnapshot {
  /** Row id and `_id` of the product. */
  productId: number;
  product: string;
  title: string;
  sells: ProductSells;
  /** In the smallest unit. */
  price: number;
  quantity: number;
  /** What of the discount falls on this line. */
  discount: number;
  /** File name of the picture. */
  picture: string | null;
  files: { name: string; version: string; sha256: string }[];
}

export interface Buyer {
  name: string;
  email: string;
}

export type CheckoutState =
  | 'creating'
  | 'open'
  | 'capturing'
  | 'pending'
  | 'paid'
  | 'trouble'
  | 'ended';

/** An attempt to pay. Money is in the smallest unit, times are milliseconds UTC. */
export interface Checkout {
  id: number;
  publicId: string;
  userId: number;
  provider: Provider;
  paymentId: string | null;
  approveUrl: string | null;
  state: CheckoutState;
  reason: string | null;
  currency: string;
  subtotal: number;
  discount: number;
  total: number;
  lines: LineSnapshot[];
  fingerprint: string;
  buyer: Buyer;
  seller: string;
  taxLine: string;
  terms: string;
  consentedAt: number;
  address: OrderAddress | null;
  declines: number;
  nextAt: number | null;
  looks: number;
  createdAt: number;
  endsAt: number;
  discountId: number | null;
  discountCode: string;
}

type Row = Omit<Checkout, 'lines' | 'buyer' | 'address'> & {
  lines: string;
  buyer: string;
  address: string | null;
};

const columns = `id, public_id AS publicId, user_id AS userId, provider, payment_id AS paymentId,
  approve_url AS approveUrl, state, reason, currency, subtotal, discount, total, lines, fingerprint,
  buyer, seller, tax_line AS taxLine, terms, consented_at AS consentedAt, address, declines, next_at AS nextAt, looks,
  created_at AS createdAt, ends_at AS endsAt, discount_id AS discountId,
  discount_code AS discountCode`;

const parse = (row: Row): Checkout => ({
  ...row,
  // What was begun before there were codes says nothing of them.
  lines: JSON.parse(row.lines).map((line: object) => ({ discount: 0, ...line })),
  buyer: JSON.parse(row.buyer),
  address: row.address === null ? null : JSON.parse(row.address),
});

export type NewCheckout = Pick<
  Checkout,
  | 'publicId'
  | 'userId'
  | 'provider'
  | 'currency'
  | 'subtotal'
  | 'discount'
  | 'total'
  | 'lines'
  | 'fingerprint'
  | 'buyer'
  | 'seller'
  | 'taxLine'
  | 'terms'
  | 'consentedAt'
  | 'createdAt'
  | 'endsAt'
  | 'nextAt'
  | 'discountId'
  | 'discountCode'
>;

export function insertCheckout(database: Connection, checkout: NewCheckout): Checkout {
  const sql = `INSERT INTO checkouts (public_id, user_id, provider, currency, subtotal, discount,
      total, lines, fingerprint, buyer, seller, tax_line, terms, consented_at, created_at, ends_at,
      next_at, discount_id, discount_code)
    VALUES (@publicId, @userId, @provider, @currency, @subtotal, @discount, @total, @lines,
      @fingerprint, @buyer, @seller, @taxLine, @terms, @consentedAt, @createdAt, @endsAt, @nextAt,
      @discountId, @discountCode)
    RETURNING ${columns}`;
  const row = prepared<[object], Row>(database, sql).get({
    ...checkout,
    lines: JSON.stringify(checkout.lines),
    buyer: JSON.stringify(checkout.buyer),
  });
  if (!row) throw new Error('a checkout was not stored');
  return parse(row);
}

const findBy = (condition: string) => `SELECT ${columns} FROM checkouts WHERE ${condition}`;

export function findCheckout(database: Connection, id: number): Checkout | undefined {
  const row = prepared<[number], Row>(database, findBy('id = ?')).get(id);
  return row && parse(row);
}

export function findCheckoutByPublicId(database: Connection, id: string): Checkout | undefined {
  const row = prepared<[string], Row>(database, findBy('public_id = ?')).get(id);
  return row && parse(row);
}

/** By the provider's name of it. */
export function findCheckoutByPayment(
  database: Connection,
  paymentId: string,
): Checkout | undefined {
  const row = prepared<[string], Row>(database, findBy('payment_id = ?')).get(paymentId);
  return row && parse(row);
}

/** A member's attempts that are in one of these states, the newest first. */
export function listCheckouts(
  database: Connection,
  userId: number,
  states: CheckoutState[],
): Checkout[] {
  const sql = findBy(`user_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY id DESC`);
  return prepared<[number, string], Row>(database, sql)
    .all(userId, JSON.stringify(states))
    .map(parse);
}

/** Money that came and does not fit any order, the newest first. */
export function listUnmatchedPayments(database: Connection, limit: number): Checkout[] {
  const sql = findBy(`state = 'trouble' ORDER BY created_at DESC LIMIT ?`);
  return prepared<[number], Row>(database, sql).all(limit).map(parse);
}

export function countUnmatchedPayments(database: Connection): number {
  const sql = `SELECT count(*) AS found FROM checkouts WHERE state = 'trouble'`;
  return prepared<[], { found: number }>(database, sql).get()?.found ?? 0;
}

type Change = Partial<
  Pick<
    Checkout,
    'state' | 'paymentId' | 'approveUrl' | 'reason' | 'address' | 'declines' | 'nextAt' | 'looks'
  >
>;

/**
 * Changes an attempt that is in one of these states.
 * @returns it as it is now, or undefined when it was in another state
 */
export function changeCheckout(
  database: Connection,
  id: number,
  states: CheckoutState[],
  change: Change,
): Checkout | undefined {
  const before = findCheckout(database, id);
  if (!before || !states.includes(before.state)) return undefined;
  const after = { ...before, ...change };
  const sql = `UPDATE checkouts SET state = @state, payment_id = @paymentId,
      approve_url = @approveUrl, reason = @reason, address = @address, declines = @declines,
      next_at = @nextAt, looks = @looks WHERE id = @id`;
  prepared<[object], unknown>(database, sql).run({
    id,
    state: after.state,
    paymentId: after.paymentId,
    approveUrl: after.approveUrl,
    reason: after.reason,
    address: after.address === null ? null : JSON.stringify(after.address),
    declines: after.declines,
    nextAt: after.nextAt,
    looks: after.looks,
  });
  return after;
}

/** Takes the buyer out of payments from before `time` that came to something, once the account is gone. */
export function anonymiseCheckouts(database: Connection, time: number): number {
  const sql = `UPDATE checkouts SET buyer = json_object('name', '', 'email', ''), address = NULL
    WHERE state IN ('paid', 'trouble') AND created_at < ?
      AND user_id IN (SELECT id FROM users WHERE status = 'deleted')
      AND (address IS NOT NULL OR json_extract(buyer, '$.email') <> '')`;
  return prepared<[number], unknown>(database, sql).run(time).changes;
}
