import type { SalesReport } from '#contracts/sales.ts';
import { priceText } from '../../format/price.ts';
import { monthName } from './periods.ts';

/** Figures of the chart, latest month first. */
export function SalesTable({ report: { months, totals, currency } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame sales__frame" tabIndex={0} aria-label="By month">
      <table className="table sales__table">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="table__number">
              Net
            </th>
            <th scope="col" className="table__number">
              Paid
            </th>
            <th scope="col" className="table__number">
              Refunded
            </th>
            <th scope="col" className="table__number">
              Orders
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((row) => (
            <tr key={row.month}>
              <th scope="row">{monthName(row.month)}</th>
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
