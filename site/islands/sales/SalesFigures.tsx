import type { SalesReport } from '#contracts/sales.ts';
import { ORDERS_PATH } from '#contracts/shop-messages.ts';
import { shiftMonth } from '#contracts/zoned-time.ts';
import { priceText } from '../../format/price.ts';
import { fullMonthName } from '../ui/BarChart.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import type { SalesQuery } from './sales-api.ts';

/** Units of the drawing. */
const WIDTH = 720;
const HEIGHT = 420;
/** Gap between bars, as a share of their width. */
const GAP = 0.28;
/** Height of the mark of the net amount. */
const MARK = 6;
/** Maximum number of months that get a letter each. */
const LETTERS = 24;

type Month = SalesReport['months'][number];

/** Payments above the line, refunds below it, and a mark for the net amount. */
export function SalesChart({ report: { months, currency, totals } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  const up = Math.max(0, ...months.map(({ paid }) => paid));
  const down = Math.max(0, ...months.map(({ refunded }) => refunded));
  const scale = HEIGHT / (up + down || 1);
  const line = up * scale;
  const place = WIDTH / months.length;
  const best = months.reduce((bestMonth, month) => (month.net > bestMonth.net ? month : bestMonth));
  const description = `By month, ${fullMonthName(months[0]?.month ?? '')} to ${fullMonthName(months.at(-1)?.month ?? '')}: ${money(totals.paid)} paid, ${money(totals.refunded)} refunded. The best month: ${fullMonthName(best.month)}, ${money(best.net)}.`;
  return (
    <figure className="sales-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={description}>
        {months.map((month, index) => (
          <g key={month.month}>
            <title>{titleOf(month, money)}</title>
            <rect
              className="sales-chart__place"
              x={index * place}
              y={0}
              width={place}
              height={HEIGHT}
            />
            <rect
              className="sales-chart__paid"
              x={(index + GAP / 2) * place}
              y={line - month.paid * scale}
              width={place * (1 - GAP)}
              height={month.paid * scale}
            />
            <rect
              className="sales-chart__back"
              x={(index + GAP / 2) * place}
              y={line}
              width={place * (1 - GAP)}
              height={month.refunded * scale}
            />
            {month.refunded > 0 && (
              <rect
                className="sales-chart__net"
                x={(index + GAP / 4) * place}
                y={Math.min(HEIGHT - MARK, Math.max(0, line - month.net * scale - MARK / 2))}
                width={place * (1 - GAP / 2)}
                height={MARK}
              />
            )}
          </g>
        ))}
        <line className="sales-chart__line" x1={0} x2={WIDTH} y1={line} y2={line} />
      </svg>
      <div className="sales-chart__letters" aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{letterOf(month, months.length)}</span>
        ))}
      </div>
      <figcaption className="sales-chart__legend label">
        <span>
          <i className="sales-chart__key" /> paid, {money(up)} at most
        </span>
        {down > 0 && (
          <>
            <span>
              <i className="sales-chart__key sales-chart__key--back" /> refunded
            </span>
            <span>
              <i className="sales-chart__key sales-chart__key--net" /> net
            </span>
          </>
        )}
      </figcaption>
    </figure>
  );
}

const titleOf = ({ month, paid, refunded, net }: Month, money: (sum: number) => string) =>
  `${fullMonthName(month)}: ${money(paid)} paid, ${money(refunded)} refunded, ${money(net)} net`;

/** First letters of the months, or years if there are too many. */
function letterOf(month: string, months: number): string {
  if (months <= LETTERS) return fullMonthName(month).slice(0, 1);
  return month.endsWith('-01') ? month.slice(2, 4) : '';
}

/** Figures of the chart, latest month first. */
export function SalesTable({ report: { months, totals, currency } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame sales__frame" tabIndex={0} aria-label="By month">
      <table className="table sales__table">
        <TableHead columns={['Month', 'Net', 'Paid', 'Refunded', 'Orders']} numbers={4} />
        <tbody>
          {months.toReversed().map((row) => (
            <tr key={row.month}>
              <th scope="row">{fullMonthName(row.month)}</th>
              <td className="table__number">{money(row.net)}</td>
              <td className="table__number">{money(row.paid)}</td>
              <td className="table__number">{money(row.refunded)}</td>
              <td className="table__number">{row.orders}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="table__number">{money(totals.net)}</td>
            <td className="table__number">{money(totals.paid)}</td>
            <td className="table__number">{money(totals.refunded)}</td>
            <td className="table__number">{totals.orders}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Sales of each product, with a bar relative to the best one. */
export function ProductSales({ report: { products, currency } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  const highestNet = Math.max(1, ...products.map(({ net }) => net));
  return (
    <section className="sales__products" aria-labelledby="by-product">
      <h2 id="by-product">By product</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="table-frame" tabIndex={0} aria-label="Sold products">
        <table className="table sales__table">
          <TableHead
            columns={['Product', 'Net', 'Sold', 'Paid', 'Refunded', 'Downloads']}
            numbers={5}
          />
          <tbody>
            {products.map((product) => (
              <tr key={product._id}>
                <th scope="row" className="sales__product">
                  {product.there ? (
                    <a
                      href={`/admin/shop/edit_product/${encodeURIComponent(product._id)}`}
                      dir="auto"
                    >
                      {product.title}
                    </a>
                  ) : (
                    <span dir="auto">{product.title}</span>
                  )}
                  <svg className="sales__bar-of" aria-hidden="true">
                    <rect
                      width={`${(100 * Math.max(0, product.net)) / highestNet}%`}
                      height="100%"
                    />
                  </svg>
                </th>
                <td className="table__number">{money(product.net)}</td>
                <td className="table__number">
                  <a
                    href={`${ORDERS_PATH}?search=${encodeURIComponent(product.title.slice(0, 100))}`}
                  >
                    {product.sold}
                    <span className="visually-hidden"> of {product.title}: their orders</span>
                  </a>
                </td>
                <td className="table__number">{money(product.paid)}</td>
                <td className="table__number">{money(product.refunded)}</td>
                <td className="table__number">{product.downloads}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** Frequent periods of the report. */
export type Period = 'year-back' | 'this-year' | 'last-year' | 'all';

export const periods: readonly { value: Period; name: string }[] = [
  { value: 'year-back', name: '12 months' },
  { value: 'this-year', name: 'This year' },
  { value: 'last-year', name: 'Last year' },
  { value: 'all', name: 'All time' },
];

type Months = Pick<SalesQuery, 'from' | 'to'>;

/** Returns the months of a period. */
export function monthRangeOf(period: Period, { now, first }: SalesReport): Months {
  const year = Number(now.slice(0, 4));
  switch (period) {
    case 'year-back':
      return { from: shiftMonth(now, -11), to: now };
    case 'this-year':
      return { from: `${year}-01`, to: now };
    case 'last-year':
      return { from: `${year - 1}-01`, to: `${year - 1}-12` };
    case 'all':
      return { from: first ?? now, to: now };
  }
}

/** Returns the period of a report, or null. */
export const periodOf = (report: SalesReport): Period | null =>
  periods.find(({ value }) => {
    const { from, to } = monthRangeOf(value, report);
    return from === report.from && to === report.to;
  })?.value ?? null;

/** Returns the selectable months, latest first: from the first order to now, and those of the report. */
export function listMonths({ first, from, to, now }: SalesReport): string[] {
  const earliest = [first ?? now, from].sort()[0] ?? now;
  const latest = [now, to].sort().at(-1) ?? now;
  const months: string[] = [];
  for (let month = latest; month >= earliest; month = shiftMonth(month, -1)) months.push(month);
  return months;
}
