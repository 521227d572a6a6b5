import { useCallback } from 'react';
import type { SalesReport } from '#contracts/sales.ts';
import { ORDERS_PATH } from '#contracts/shop-words.ts';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { priceText } from '../../lib/shop/price.ts';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useAddress } from '../use-address.ts';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { ProductSales } from './ProductSales.tsx';
import { SalesChart } from './SalesChart.tsx';
import { SalesTable } from './SalesTable.tsx';
import { readSales, type SalesAsked, saveSales } from './sales-calls.ts';
import { choosable, monthName, monthsOf, spanOf, type UsualSpan, usualSpans } from './span.ts';

const month = /^\d{4}-\d{2}$/;
const words = {
  read(address: URLSearchParams): SalesAsked {
    const of = (name: string, shape: RegExp) => {
      const value = address.get(name) ?? '';
      return shape.test(value) ? value : '';
    };
    return { from: of('from', month), to: of('to', month), currency: of('currency', /^[A-Z]{3}$/) };
  },
  write: (asked: SalesAsked): Record<string, string> =>
    Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
};

/** What the shop brings: by month, and by product. */
export function SalesPage() {
  const { asked, ask } = useAddress(words);
  const load = useCallback((signal: AbortSignal) => readSales(asked, signal), [asked]);
  const { loaded, reload } = useLoaded(load);
  const report = knownOf(loaded);

  async function save() {
    try {
      await saveSales(asked);
    } catch (error) {
      void showToast({ type: 'error', message: `There is no file. ${sentence(error)}` });
    }
  }
  return (
    <section aria-labelledby="sales-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title sales__title">
        <h1 id="sales-title">Sales</h1>
        <div className="sales__ways">
          <a className="button" href={ORDERS_PATH}>
            Orders
          </a>
          {report && report.products.length > 0 && (
            <button type="button" className="button" onClick={() => void save()}>
              Export as CSV
            </button>
          )}
        </div>
      </div>
      {report && <Span report={report} asked={asked} onAsk={ask} />}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !report && <ListSkeleton label="Loading the sales" />}
      {report && <Report report={report} />}
    </section>
  );
}

interface SpanProps {
  report: SalesReport;
  asked: SalesAsked;
  onAsk(asked: SalesAsked): void;
}

/** Which months are looked at, and in which currency where there are several. */
function Span({ report, asked, onAsk }: SpanProps) {
  const { from, to, currency, currencies } = report;
  const months = choosable(report);
  const choose = (name: 'from' | 'to', value: string) => {
    const next = { ...asked, from, to, [name]: value };
    // The other end goes along where it would come before the first.
    const turned = next.from > next.to ? { from: value, to: value } : {};
    onAsk({ ...next, ...turned });
  };
  return (
    <div className="inbox__filters sales__bar">
      <Choices<UsualSpan | 'other'>
        name="span"
        choices={usualSpans}
        chosen={spanOf(report) ?? 'other'}
        onChoose={(span) => span !== 'other' && onAsk({ ...asked, ...monthsOf(span, report) })}
      />
      <div className="sales__search">
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="field">
            <span className="field__label">{name === 'from' ? 'From' : 'To'}</span>
            <select
              name={name}
              value={name === 'from' ? from : to}
              onChange={(event) => choose(name, event.currentTarget.value)}
            >
              {months.map((one) => (
                <option key={one} value={one}>
                  {monthName(one)}
                </option>
              ))}
            </select>
          </label>
        ))}
        {currencies.length > 1 && (
          <label className="field">
            <span className="field__label">Currency</span>
            <select
              name="currency"
              value={currency}
              onChange={(event) => onAsk({ ...asked, currency: event.currentTarget.value })}
            >
              {currencies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}

function Report({ report }: { report: SalesReport }) {
  const { totals, currency, zone } = report;
  const money = (sum: number) => priceText(sum, currency);
  const facts: [string, string][] = [
    ['Stays', money(totals.net)],
    ['Paid', money(totals.paid)],
    ['Given back', money(totals.refunded)],
    ['Orders', String(totals.orders)],
  ];
  return (
    <>
      <p className="label" role="status">
        {counted(totals.orders, 'order')}, {monthName(report.from)} to {monthName(report.to)}
      </p>
      <dl className="sales__facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {totals.orders === 0 && totals.refunded === 0 ? (
        <EmptyState title="Nothing was sold in these months">
          {report.first === null
            ? 'What comes in and goes back shows here from the first order on.'
            : `The first order is of ${monthName(report.first)}: “All time” shows it.`}
        </EmptyState>
      ) : (
        <>
          <div className="sales__months">
            <SalesChart report={report} />
            <SalesTable report={report} />
          </div>
          <ProductSales report={report} />
        </>
      )}
      <p className="sales__note">
        Months are those of {zone}, as the settings say. What is paid counts in the month in which
        the money came, what is given back in the month in which it went. Discounts are taken off,
        taxes are in.
      </p>
    </>
  );
}
