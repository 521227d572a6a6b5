import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** From one instant up to another, in one currency. */
export interface SaleSpan {
  currency: string;
  from: number;
  to: number;
}

/** Money of one product, in the smallest unit. */
export interface ProductSum {
  /** Its `_id`, and what it is called now, or was when it was bought. */
  product: string;
  title: string;
  there: 0 | 1;
  money: number;
}

const inSpan = 'o.currency = @currency AND o.created_at >= @from AND o.created_at < @to';
/** What was paid for a line. */
const paid = 'l.price * l.quantity';

/** How many orders there are of a span, and what was paid for them. */
export function sumPaid(database: Connection, span: SaleSpan): { orders: number; paid: number } {
  const sql = `SELECT count(*) AS orders, coalesce(sum(o.total), 0) AS paid FROM orders o WHERE ${inSpan}`;
  const row = prepared<[object], { orders: number; paid: number }>(database, sql).get(span);
  return row ?? { orders: 0, paid: 0 };
}

/**
 * The refunds that ended within a span, with what had gone back of their order before and after them.
 * More than was paid, which a provider may give out of its own pocket, does not count.
 */
const back = `back AS (
  SELECT r.order_id, o.total, min(o.total, r.earlier) AS "before",
    min(o.total, r.earlier + r.amount) AS "after"
  FROM (
    SELECT one.order_id, one.amount, (
      SELECT coalesce(sum(other.amount), 0) FROM refunds other
      WHERE other.order_id = one.order_id AND other.state = 'done'
        AND (other.ended_at, other.id) < (one.ended_at, one.id)
    ) AS earlier
    FROM refunds one
    WHERE one.state = 'done' AND one.ended_at >= @from AND one.ended_at < @to
  ) r JOIN orders o ON o.id = r.order_id
  WHERE o.currency = @currency
)`;

/** What went back within a span, whenever it had been paid. */
export function sumRefunded(database: Connection, span: SaleSpan): number {
  const sql = `WITH ${back} SELECT coalesce(sum("after" - "before"), 0) AS refunded FROM back`;
  return prepared<[object], { refunded: number }>(database, sql).get(span)?.refunded ?? 0;
}

/** A product's title as it is now; what is deleted cannot be opened any more. */
const named = (steps: string) => `SELECT steps.*, coalesce(p.title, steps.bought_as) AS title,
    p.id IS NOT NULL AND p.state != 'deleted' AS there
  FROM (${steps}) steps LEFT JOIN products p ON p.public_id = steps.product`;

/** What was sold of each product within a span. */
export function sumSoldProducts(
  database: Connection,
  span: SaleSpan,
): (ProductSum & { sold: number })[] {
  const sql = named(`SELECT l.product, max(l.title) AS bought_as, sum(l.quantity) AS sold,
      sum(${paid}) AS money
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE ${inSpan} GROUP BY l.product`);
  return prepared<[object], ProductSum & { sold: number }>(database, sql).all(span);
}

/**
 * What went back of each product within a span. A refund falls on the lines of its order as they were
 * paid for; what was rounded off one falls on another, so that together they are the refund, and all
 * refunds of an order that went back as a whole are what was paid for each line.
 */
export function sumRefundedProducts(database: Connection, span: SaleSpan): ProductSum[] {
  const upTo = (given: string) =>
    `share_of(${given}, step.upto, back.total) - share_of(${given}, step.upto - step.paid, back.total)`;
  const sql = named(`WITH ${back}, step AS (
      SELECT l.order_id, l.product, l.title, ${paid} AS paid,
        sum(${paid}) OVER (PARTITION BY l.order_id ORDER BY l.position) AS upto
      FROM order_lines l WHERE l.order_id IN (SELECT order_id FROM back)
    )
    SELECT step.product, max(step.title) AS bought_as,
      sum(${upTo('back."after"')} - (${upTo('back."before"')})) AS money
    FROM back JOIN step ON step.order_id = back.order_id WHERE back.total > 0
    GROUP BY step.product`);
  return prepared<[object], ProductSum>(database, sql).all(span);
}

/** When the first order of a currency was paid. */
export function firstSale(database: Connection, currency: string): number | null {
  const sql = 'SELECT min(created_at) AS first FROM orders WHERE currency = ?';
  return prepared<[string], { first: number | null }>(database, sql).get(currency)?.first ?? null;
}

/** Currencies that orders were paid in. */
export function listSaleCurrencies(database: Connection): string[] {
  const sql = 'SELECT DISTINCT currency FROM orders ORDER BY currency';
  return prepared<[], { currency: string }>(database, sql)
    .all()
    .map(({ currency }) => currency);
}
