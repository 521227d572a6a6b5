import { useCallback } from 'react';
import type { SalesReport } from '#contracts/sales.ts';
import { ORDERS_PATH } from '#contracts/shop-messages.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { showToast } from '../../stores/toasts.ts';
import { fullMonthName } from '../ui/BarChart.tsx';
import { BusyButton } from '../ui/BusyButton.tsx';
import { FactList } from '../ui/FactList.tsx';
import { SelectField } from '../ui/Field.tsx';
import { EmptyState, ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { useSearchParams } from '../ui/use-search-params.ts';
import {
  listMonths,
  monthRangeOf,
  type Period,
  ProductSales,
  periodOf,
  periods,
  SalesChart,
  SalesTable,
} from './SalesFigures.tsx';
import { readSales, type SalesQuery, saveSales } from './sales-api.ts';

const month = /^\d{4}-\d{2}$/;
const spec = {
  defaults: { from: '', to: '', currency: '' },
  allowed: { from: month, to: month, currency: /^[A-Z]{3}$/ },
};

/** Sales of the shop by month and product. */
export function SalesPage() {
  const { query, changeQuery } = useSearchParams<SalesQuery>(spec);
  const load = useCallback((signal: AbortSignal) => readSales(query, signal), [query]);
  const { loaded, reload } = useFetch(load);
  const report = loaded.value;

  async function save() {
    try {
      await saveSales(query);
    } catch (error) {
      showToast({
        type: 'error',
        message: `The file could not be created. ${errorMessage(error)}`,
      });
    }
  }
  return (
    <section aria-labelledby="sales-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title list__head list__title">
        <h1 id="sales-title">Sales</h1>
        <div className="sales__actions">
          <a className="button" href={ORDERS_PATH}>
            Orders
          </a>
          {report && report.products.length > 0 && (
            <BusyButton className="button" onPress={save}>
              Export as CSV
            </BusyButton>
          )}
        </div>
      </div>
      {report && <PeriodControls report={report} onQueryChange={changeQuery} />}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !report && <ListSkeleton label="Loading the sales" />}
      {report && <Report report={report} />}
    </section>
  );
}

interface PeriodProps {
  report: SalesReport;
  onQueryChange(part: Partial<SalesQuery>): void;
}

/** Selects the months, and the currency if there are several. */
function PeriodControls({ report, onQueryChange }: PeriodProps) {
  const { from, to, currency, currencies } = report;
  const months = listMonths(report);
  const choose = (name: 'from' | 'to', value: string) => {
    const next = { from, to, [name]: value };
    // Moves the other end if the period would end before it starts.
    const turned = next.from > next.to ? { from: value, to: value } : {};
    onQueryChange({ ...next, ...turned });
  };
  return (
    <div className="list__bar">
      <SegmentedControl<Period | 'other'>
        name="period"
        options={periods}
        chosen={periodOf(report) ?? 'other'}
        onChoose={(period) => period !== 'other' && onQueryChange(monthRangeOf(period, report))}
      />
      <div className="list__search">
        {(['from', 'to'] as const).map((name) => (
          <SelectField
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            name={name}
            value={name === 'from' ? from : to}
            options={months.map((month) => ({ value: month, name: fullMonthName(month) }))}
            onChange={(month) => choose(name, month)}
          />
        ))}
        {currencies.length > 1 && (
          <SelectField
            label="Currency"
            name="currency"
            value={currency}
            options={currencies.map((code) => ({ value: code, name: code }))}
            onChange={(code) => onQueryChange({ currency: code })}
          />
        )}
      </div>
    </div>
  );
}

function Report({ report }: { report: SalesReport }) {
  const { totals, currency, zone } = report;
  const money = (sum: number) => priceText(sum, currency);
  const facts: [string, string][] = [
    ['Net', money(totals.net)],
    ['Paid', money(totals.paid)],
    ['Refunded', money(totals.refunded)],
    ['Orders', String(totals.orders)],
  ];
  return (
    <>
      <p className="label" role="status">
        {pluralize(totals.orders, 'order')}, {fullMonthName(report.from)} to{' '}
        {fullMonthName(report.to)}
      </p>
      <FactList className="sales__facts" facts={facts} />
      {totals.orders === 0 && totals.refunded === 0 ? (
        <EmptyState title="No sales in these months">
          {report.first === null
            ? 'Payments and refunds appear here after the first order.'
            : `The first order was made in ${fullMonthName(report.first)}: choose “All time” to see it.`}
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
        Months are those of {zone}, as the settings say. Payments count in the month they were
        received, refunds in the month they were made. Amounts are after discounts and include tax.
      </p>
    </>
  );
}
