import { toDecimal, toDecimalText } from '#contracts/money.ts';
import {
  SALES_MONTHS,
  SALES_MONTHS_MAX,
  type SalesQuery,
  type SalesReport,
} from '#contracts/sales.ts';
import { dayAt, shiftMonth, startOfDay } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { settingOf } from '../../db/hot/site.ts';
import { sumDownloadsByProduct } from '../../db/repositories/library.ts';
import {
  firstSale,
  listEndedRefunds,
  listRefundedLines,
  listSaleCurrencies,
  type PaidLine,
  type ProductSum,
  type SalePeriod,
  sumPaid,
  sumRefunded,
  sumSoldProducts,
} from '../../db/repositories/sales.ts';
import { fieldError } from '../../errors.ts';
import { writeCsv } from '../csv.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Requested months in the owner's time zone. */
export interface SalesPeriod {
  currency: string;
  zone: string;
  /** The month that it is. */
  now: string;
  from: string;
  to: string;
}

/** Sums in the smallest unit. */
interface Sums {
  paid: number;
  refunded: number;
}

/** Parses the requested months. @throws DomainError VALIDATION */
export function parsePeriod({ database, clock }: Context, query: SalesQuery): SalesPeriod {
  const currency = query.currency ?? settingOf(database, 'currency');
  const zone = settingOf(database, 'timezone');
  const now = monthAt(clock(), zone);
  const to = query.to ?? (query.from !== undefined && query.from > now ? query.from : now);
  const from = query.from ?? shiftMonth(to, 1 - SALES_MONTHS);
  const months = countMonths(from, to);
  if (months < 1) throw fieldError('to', 'The period must not end before it starts.');
  if (months > SALES_MONTHS_MAX) throw fieldError('from', `At most ${SALES_MONTHS_MAX} months.`);
  return { currency, zone, now, from, to };
}

/**
 * Returns the sales of a period by product; payments count in the month they were received, refunds
 * in the month they were made.
 */
export function getSalesReport(context: Context, query: SalesQuery): SalesReport {
  const { database } = context;
  const period = parsePeriod(context, query);
  const { currency, zone, from, to } = period;
  const months = monthsOf(from, to).map((month) => {
    const within = instantsIn(period, month, month);
    const { orders, paid } = sumPaid(database, within);
    return {
      month,
      orders,
      ...toDecimalSums({ paid, refunded: sumRefunded(database, within) }, currency),
    };
  });
  const whole = instantsIn(period, from, to);
  const { orders, paid } = sumPaid(database, whole);
  const products = sumProducts(context, whole);
  const first = firstSale(database, currency);
  return {
    ...period,
    currencies: [...new Set([currency, ...listSaleCurrencies(database)])],
    first: first === null ? null : monthAt(first, zone),
    totals: {
      orders,
      sold: products.reduce((sum, product) => sum + product.sold, 0),
      ...toDecimalSums({ paid, refunded: sumRefunded(database, whole) }, currency),
    },
    months,
    products: products.map(({ product, title, there, sold, downloads, ...sums }) => ({
      _id: product,
      title,
      there,
      sold,
      downloads,
      ...toDecimalSums(sums, currency),
    })),
  };
}

/** Returns the start and end of a range of months. */
export const instantsIn = (
  { currency, zone }: SalesPeriod,
  from: string,
  to: string,
): SalePeriod => ({
  currency,
  from: startOfMonth(from, zone),
  to: startOfMonth(shiftMonth(to, 1), zone),
});

/** Converts sums to amounts of a currency, with what is left after refunds. */
export function toDecimalSums({ paid, refunded }: Sums, currency: string) {
  return {
    paid: toDecimal(paid, currency),
    refunded: toDecimal(refunded, currency),
    net: toDecimal(paid - refunded, currency),
  };
}

export interface ProductSales extends Sums {
  product: string;
  title: string;
  there: boolean;
  sold: number;
  downloads: number;
}

/** Returns the sales of each product in a period: sold, refunded, downloaded. */
export function sumProducts(
  { database }: Pick<Context, 'database'>,
  period: SalePeriod,
): ProductSales[] {
  const all = new Map<string, ProductSales>();
  const of = ({ product, title, there }: Pick<ProductSum, 'product' | 'title' | 'there'>) => {
    const entry = all.get(product) ?? {
      product,
      title,
      there,
      sold: 0,
      paid: 0,
      refunded: 0,
      downloads: 0,
    };
    all.set(product, entry);
    return entry;
  };
  for (const row of sumSoldProducts(database, period)) {
    const product = of(row);
    product.sold = row.sold;
    product.paid = row.money;
  }
  for (const row of refundedLines({ database }, period)) of(row).refunded += row.back;
  const periods = [{ from: period.from, until: period.to }];
  for (const row of sumDownloadsByProduct(database, periods)) {
    of({ ...row, there: true }).downloads = row.downloads;
  }
  const net = ({ paid, refunded }: Sums) => paid - refunded;
  return [...all.values()].sort(
    (one, other) =>
      net(other) - net(one) || other.sold - one.sold || (one.title < other.title ? -1 : 1),
  );
}

export function exportSales(
  context: Pick<AppContext, 'database' | 'clock'>,
  query: SalesQuery,
): { file: string; csv: string } {
  const period = parsePeriod(context, query);
  const { from, to, currency } = period;
  const money = (minor: number) => toDecimalText(minor, currency);
  const rows = monthsOf(from, to).flatMap((month) =>
    sumProducts(context, instantsIn(period, month, month)).map((product) => [
      month,
      product.title,
      product.product,
      String(product.sold),
      money(product.paid),
      money(product.refunded),
      money(product.paid - product.refunded),
      currency,
      String(product.downloads),
    ]),
  );
  const columns = ['month', 'product', 'id', 'sold', 'paid', 'refunded', 'net', 'currency'];
  columns.push('downloads');
  return { file: `sales-${from}-to-${to}.csv`, csv: writeCsv([columns, ...rows]) };
}

/** Returns the month of a time in a zone, such as `2026-01`. */
export const monthAt = (instant: number, zone: string): string => dayAt(instant, zone).slice(0, 7);

/** Returns the number of months from the first to the last, inclusive. */
export function countMonths(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

/** Returns the months of a period in order. */
export const monthsOf = (from: string, to: string): string[] =>
  Array.from({ length: countMonths(from, to) }, (_, index) => shiftMonth(from, index));

const startOfMonth = (month: string, zone: string): number => startOfDay(`${month}-01`, zone);

/**
 * Returns the refunded amount of each line in a period. A refund counts for its lines, or in proportion for all lines
 * of its order; no line refunds more than was paid for it.
 */
function refundedLines(
  { database }: { database: Database },
  period: SalePeriod,
): (PaidLine & { back: number })[] {
  const orders = Map.groupBy(listRefundedLines(database, period), ({ orderId }) => orderId);
  const back = new Map<PaidLine, number>();
  const left = new Map<PaidLine, number>();
  for (const refund of listEndedRefunds(database, period)) {
    const lines = orders.get(refund.orderId) ?? [];
    const meant: number[] | null = refund.lines === null ? null : JSON.parse(refund.lines);
    const isMeant = ({ position }: PaidLine) => meant === null || meant.includes(position);
    let rest = refund.amount;
    // The amount beyond the remaining value of its lines is assigned to the other lines.
    for (const part of [lines.filter(isMeant), lines.filter((line) => !isMeant(line))]) {
      const of = part.map((line) => left.get(line) ?? line.money);
      for (const [index, share] of sharesOf(rest, of).entries()) {
        const line = part[index] as PaidLine;
        left.set(line, (of[index] ?? 0) - share);
        if (refund.within && share > 0) back.set(line, (back.get(line) ?? 0) + share);
        rest -= share;
      }
    }
  }
  return [...back].map(([line, sum]) => ({ ...line, back: sum }));
}

/** Distributes an amount in proportion to `parts`; rounding a running sum makes the shares add up. */
function sharesOf(amount: number, parts: number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const given = BigInt(Math.min(amount, whole));
  let upTo = 0n;
  let before = 0n;
  return parts.map((part) => {
    upTo += BigInt(part);
    // More digits than a number of JavaScript holds, for large amounts.
    const after = (given * upTo) / BigInt(whole);
    const share = after - before;
    before = after;
    return Number(share);
  });
}
