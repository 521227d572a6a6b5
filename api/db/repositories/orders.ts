import type { OrderAddress, OrderFilter, Provider } from '#contracts/order.ts';
import type { OrderState } from '#contracts/order-states.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';
import type { Buyer, LineSnapshot } from './checkouts.ts';

/** The number of the first order. */
const FIRST_NUMBER = 1001;
/** From so many characters the trigram index answers. */
const TRIGRAM = 3;

/** An order. Money is in the smallest unit, times are milliseconds UTC. */
export interface Order {
  id: number;
  publicId: string;
  number: number;
  checkoutId: number | null;
  userId: number;
  provider: Provider;
  paymentId: string;
  captureId: string | null;
  currency: string;
  subtotal: number;
  discount: number;
  total: number;
  refunded: number;
  buyer: Buyer;
  seller: string;
  taxLine: string;
  address: OrderAddress;
  terms: string;
  consentedAt: number;
  createdAt: number;
  discountId: number | null;
  /** The code as it was written then; empty without one. */
  discountCode: string;
  lines: (Omit<LineSnapshot, 'productId'> & { productId: number | null })[];
}

type Row = Omit<Order, 'buyer' | 'address' | 'lines'> & {
  buyer: string;
  address: string;
};
type LineRow = Omit<Order['lines'][number], 'files'> & { files: string };

const columns = `o.id, o.public_id AS publicId, o.number, o.checkout_id AS checkoutId,
  o.user_id AS userId, o.provider, o.payment_id AS paymentId, o.capture_id AS captureId, o.currency,
  o.subtotal, o.discount, o.total, o.refunded, o.buyer, o.seller, o.tax_line AS taxLine, o.address, o.terms,
  o.consented_at AS consentedAt, o.created_at AS createdAt, o.discount_id AS discountId,
  o.discount_code AS discountCode`;

function complete(database: Connection, row: Row): Order {
  const sql = `SELECT product_id AS productId, product, title, sells, price, quantity, discount, picture,
      files FROM order_lines WHERE order_id = ? ORDER BY position`;
  const lines = prepared<[number], LineRow>(database, sql).all(row.id);
  return {
    ...row,
    buyer: JSON.parse(row.buyer),
    address: JSON.parse(row.address),
    lines: lines.map((line) => ({ ...line, files: JSON.parse(line.files) })),
  };
}

export type NewOrder = Omit<Order, 'id' | 'number' | 'refunded' | 'checkoutId' | 'lines'> & {
  checkoutId: number;
  lines: LineSnapshot[];
};

/** Stores an order under the next number; belongs in the transaction that says it is paid. */
export function insertOrder(database: Connection, order: NewOrder): Order {
  const words = [
    ...[order.paymentId, order.captureId ?? '', order.buyer.name, order.buyer.email],
    order.discountCode,
    ...[order.address.recipient_name, ...order.lines.map(({ title }) => title)],
  ];
  const sql = `INSERT INTO orders (public_id, number, checkout_id, user_id, provider, payment_id,
      capture_id, currency, subtotal, discount, total, buyer, seller, tax_line, address, terms,
      consented_at,
      words, created_at, discount_id, discount_code)
    SELECT @publicId, coalesce(max(number) + 1, ${FIRST_NUMBER}), @checkoutId, @userId, @provider,
      @paymentId, @captureId, @currency, @subtotal, @discount, @total, @buyer, @seller, @taxLine, @address,
      @terms, @consentedAt, coalesce(max(number) + 1, ${FIRST_NUMBER}) || ' ' || @words, @createdAt,
      @discountId, @discountCode
    FROM orders
    RETURNING id`;
  const { lines, ...rest } = order;
  const row = prepared<[object], { id: number }>(database, sql).get({
    ...rest,
    buyer: JSON.stringify(order.buyer),
    address: JSON.stringify(order.address),
    words: words.filter(Boolean).join(' '),
  });
  if (!row) throw new Error('an order was not stored');
  const insertLine = prepared<[object], unknown>(
    database,
    `INSERT INTO order_lines (order_id, position, product_id, product, title, sells, price, quantity,
        discount, picture, files)
      VALUES (@orderId, @position, (SELECT id FROM products WHERE id = @productId), @product, @title,
        @sells, @price, @quantity, @discount, @picture, @files)`,
  );
  for (const [position, line] of lines.entries()) {
    insertLine.run({ ...line, orderId: row.id, position, files: JSON.stringify(line.files) });
  }
  const stored = findOrder(database, row.id);
  if (!stored) throw new Error('an order was not stored');
  return stored;
}

const findBy = (condition: string) => `SELECT ${columns} FROM orders o WHERE ${condition}`;

export function findOrder(database: Connection, id: number): Order | undefined {
  const row = prepared<[number], Row>(database, findBy('o.id = ?')).get(id);
  return row && complete(database, row);
}

export function findOrderByPublicId(database: Connection, id: string): Order | undefined {
  const row = prepared<[string], Row>(database, findBy('o.public_id = ?')).get(id);
  return row && complete(database, row);
}

/** By the provider's name of the payment. */
export function findOrderByPayment(database: Connection, paymentId: string): Order | undefined {
  const row = prepared<[string], Row>(database, findBy('o.payment_id = ?')).get(paymentId);
  return row && complete(database, row);
}

/** By the provider's name of the money that arrived. */
export function findOrderByCapture(database: Connection, captureId: string): Order | undefined {
  const row = prepared<[string], Row>(database, findBy('o.capture_id = ?')).get(captureId);
  return row && complete(database, row);
}

export function findOrderOfCheckout(database: Connection, checkoutId: number): Order | undefined {
  const row = prepared<[number], Row>(database, findBy('o.checkout_id = ?')).get(checkoutId);
  return row && complete(database, row);
}

interface Part {
  limit: number;
  offset: number;
}

/** One page of a member's orders, newest first. */
export function listOrdersOf(database: Connection, userId: number, part: Part): Order[] {
  const sql = findBy('o.user_id = @userId ORDER BY o.id DESC LIMIT @limit OFFSET @offset');
  const rows = prepared<[object], Row>(database, sql).all({ userId, ...part });
  return rows.map((row) => complete(database, row));
}

export function countOrdersOf(database: Connection, userId: number): number {
  const sql = 'SELECT count(*) AS found FROM orders WHERE user_id = ?';
  return prepared<[number], { found: number }>(database, sql).get(userId)?.found ?? 0;
}

/** What a search matches: by number or payment exactly, by longer words anywhere. */
function searching(search: string): { condition: string; values: object } {
  if (search === '') return { condition: '1', values: {} };
  if ([...search].length < TRIGRAM) {
    return { condition: 'o.number = @number', values: { number: Number(search) || 0 } };
  }
  return {
    condition: 'o.id IN (SELECT rowid FROM order_words WHERE order_words MATCH @match)',
    // Between quotes nothing is an operator of FTS5.
    values: { match: `"${search.replaceAll('"', '""')}"` },
  };
}

const standing: Record<OrderState, string> = {
  all: '1',
  paid: 'o.refunded = 0',
  'partly-refunded': 'o.refunded > 0 AND o.refunded < o.total',
  refunded: 'o.refunded > 0 AND o.refunded = o.total',
  // A later refund of the same order replaces the failed one.
  'refund-failed': `o.id IN (SELECT order_id FROM refunds WHERE state = 'failed' AND NOT EXISTS (
    SELECT 1 FROM refunds later WHERE later.order_id = refunds.order_id AND later.id > refunds.id))`,
  disputed: 'o.id IN (SELECT order_id FROM disputes WHERE order_id IS NOT NULL)',
};

function matching({ search, state }: OrderFilter): ReturnType<typeof searching> {
  const { condition, values } = searching(search.replace(/^#/, ''));
  return { condition: `${condition} AND ${standing[state]}`, values };
}

/** One page of all orders that match, newest first. */
export function listOrders(database: Connection, filter: OrderFilter, part: Part): Order[] {
  const { condition, values } = matching(filter);
  const sql = findBy(`${condition} ORDER BY o.id DESC LIMIT @limit OFFSET @offset`);
  const rows = prepared<[object], Row>(database, sql).all({ ...values, ...part });
  return rows.map((row) => complete(database, row));
}

export function countOrders(database: Connection, filter: OrderFilter): number {
  const { condition, values } = matching(filter);
  const sql = `SELECT count(*) AS found FROM orders o WHERE ${condition}`;
  return prepared<[object], { found: number }>(database, sql).get(values)?.found ?? 0;
}

/** What came in and went back, by currency. */
export function sumOrders(
  database: Connection,
): { currency: string; orders: number; total: number; refunded: number }[] {
  const sql = `SELECT currency, count(*) AS orders, sum(total) AS total, sum(refunded) AS refunded
    FROM orders GROUP BY currency`;
  return prepared<[], { currency: string; orders: number; total: number; refunded: number }>(
    database,
    sql,
  ).all();
}

/** Those that match after a row id, oldest first, so that they can be read piece by piece. */
export function listOrdersAfter(
  database: Connection,
  filter: OrderFilter,
  part: { id: number; limit: number },
): Order[] {
  const { condition, values } = matching(filter);
  const sql = findBy(`${condition} AND o.id > @id ORDER BY o.id LIMIT @limit`);
  const rows = prepared<[object], Row>(database, sql).all({ ...values, ...part });
  return rows.map((row) => complete(database, row));
}

/**
 * Takes the buyer out of orders that are older than `time` and whose account is gone.
 * @returns how many
 */
export function anonymiseOrders(
  database: Connection,
  { time, now }: { time: number; now: number },
): number {
  const sql = `UPDATE orders SET anonymised_at = @now, words = number || ' ' || payment_id,
      buyer = json_object('name', '', 'email', ''),
      address = json_object('recipient_name', '', 'line1', '', 'city', '', 'postal_code', '',
        'country_code', json_extract(address, '$.country_code'))
    WHERE anonymised_at IS NULL AND created_at < @time
      AND user_id IN (SELECT id FROM users WHERE status = 'deleted')`;
  return prepared<[object], unknown>(database, sql).run({ time, now }).changes;
}
