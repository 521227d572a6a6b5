import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Period with an exclusive end, and a currency. */
export interface SalePeriod {
  currency: string;
  from: number;
  to: number;
}

/** Sum of a product, in the smallest unit. */
export interface ProductSum {
  /** `_id` of the product, and its current title, or the one at the time of purchase. */
  product: string;
  title: string;
  there: 0 | 1;
  money: number;
}

const inSpan = 'o.currency = @currency AND o.created_at >= @from AND o.created_at < @to';
/** Amount paid for a line. */
const paid = 'l.price * l.quantity - l.discount';

/** Returns the number of orders in a period and their sum. */
export function sumPaid(database: Connection, span: SalePeriod): { orders: number; paid: number } {
  const sql = `SELECT count(*) AS orders, coalesce(sum(o.total), 0) AS paid FROM orders o WHERE ${inSpan}`;
  const row = prepared<[object], { orders: number; paid: number }>(database, sql).get(span);
  return row ?? { orders: 0, paid: 0 };
}

/**
 * Returns the sum of refunds in a period, whenever their orders were paid. Amounts above the price of an
 * order, which a provider may pay itself, do not count.
 */
export function sumRefunded(database: Connection, span: SalePeriod): number {
  const sql = `SELECT coalesce(sum(min(o.total, r.earlier + r.amount) - min(o.total, r.earlier)), 0)
      AS refunded
    FROM (
      SELECT one.order_id, one.amount, (
        SELECT coalesce(sum(other.amount), 0) FROM refunds other
        WHERE other.order_id = one.order_id AND other.state = 'done'
          AND (other.ended_at, other.id) < (one.ended_at, one.id)
      ) AS earlier
      FROM refunds one
      WHERE one.state = 'done' AND one.ended_at >= @from AND one.ended_at < @to
    ) r JOIN orders o ON o.id = r.order_id
    WHERE o.currency = @currency`;
  return prepared<[object], { refunded: number }>(database, sql).get(span)?.refunded ?? 0;
}

/** Adds the current title of products; deleted products have no page. */
const named = (steps: string) => `SELECT steps.*, coalesce(p.title, steps.bought_as) AS title,
    p.id IS NOT NULL AND p.state != 'deleted' AS there
  FROM (${steps}) steps LEFT JOIN products p ON p.public_id = steps.product`;

/** Returns the sales of each product in a period. */
export function sumSoldProducts(
  database: Connection,
  span: SalePeriod,
): (ProductSum & { sold: number })[] {
  const sql = named(`SELECT l.product, max(l.title) AS bought_as, sum(l.quantity) AS sold,
      sum(${paid}) AS money
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE ${inSpan} GROUP BY l.product`);
  return prepared<[object], ProductSum & { sold: number }>(database, sql).all(span);
}

/** Completed refund of an order with a refund in the period. */
export interface EndedRefund {
  orderId: number;
  amount: number;
  /** Positions of the refunded lines as JSON, or null if unknown. */
  lines: string | null;
  /** 1 if it was completed in the period, not before. */
  within: 0 | 1;
}

const touched = `SELECT one.order_id FROM refunds one
  WHERE one.state = 'done' AND one.ended_at >= @from AND one.ended_at < @to`;

/** Returns the refunds of these orders up to the end of the period, by order and time. */
export function listEndedRefunds(database: Connection, span: SalePeriod): EndedRefund[] {
  const sql = `SELECT r.order_id AS orderId, r.amount, r.lines, r.ended_at >= @from AS within
    FROM orders o JOIN refunds r ON r.order_id = o.id
    WHERE o.id IN (${touched}) AND o.currency = @currency AND r.state = 'done' AND r.ended_at < @to
    ORDER BY r.order_id, r.ended_at, r.id`;
  return prepared<[object], EndedRefund>(database, sql).all(span);
}

/** Paid line of these orders. */
export type PaidLine = ProductSum & { orderId: number; position: number };

/** Returns the lines of these orders in their order. */
export function listRefundedLines(database: Connection, span: SalePeriod): PaidLine[] {
  const sql = named(`SELECT l.order_id AS orderId, l.position, l.product, l.title AS bought_as,
      ${paid} AS money
    FROM orders o JOIN order_lines l ON l.order_id = o.id
    WHERE o.id IN (${touched}) AND o.currency = @currency`);
  return prepared<[object], PaidLine>(database, `${sql} ORDER BY orderId, position`).all(span);
}

/** Returns the time of the first order in a currency. */
export function firstSale(database: Connection, currency: string): number | null {
  const sql = 'SELECT min(created_at) AS first FROM orders WHERE currency = ?';
  return prepared<[string], { first: number | null }>(database, sql).get(currency)?.first ?? null;
}

/** Returns the currencies of all orders. */
export function listSaleCurrencies(database: Connection): string[] {
  const sql = 'SELECT DISTINCT currency FROM orders ORDER BY currency';
  return prepared<[], { currency: string }>(database, sql)
    .all()
    .map(({ currency }) => currency);
}
