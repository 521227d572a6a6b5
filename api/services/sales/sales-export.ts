import { toDecimalText } from '#contracts/money.ts';
import type { SalesQuery } from '#contracts/sales.ts';
import type { AppContext } from '../../context.ts';
import { writeCsv } from '../table-file.ts';
import { monthsOf } from './months.ts';
import { instantsIn, parsePeriod, sumProducts } from './sales-report.ts';

/** Exports the sales of each product and month. */
export function exportSales(
  context: Pick<AppContext, 'database' | 'clock'>,
  query: SalesQuery,
): { file: string; csv: string } {
  const span = parsePeriod(context, query);
  const { from, to, currency } = span;
  const money = (minor: number) => toDecimalText(minor, currency);
  const rows = monthsOf(from, to).flatMap((month) =>
    sumProducts(context, instantsIn(span, month, month)).map((product) => [
      ...[month, product.title, product.product, String(product.sold), money(product.paid)],
      ...[money(product.refunded), money(product.paid - product.refunded), currency],
      String(product.downloads),
    ]),
  );
  const columns = ['month', 'product', 'id', 'sold', 'paid', 'refunded', 'net', 'currency'];
  columns.push('downloads');
  return { file: `sales-${from}-to-${to}.csv`, csv: writeCsv([columns, ...rows]) };
}
