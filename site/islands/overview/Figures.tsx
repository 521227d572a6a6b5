import { type ComponentProps, useId } from 'react';
import type { Overview } from '#contracts/overview.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { BarChart } from '../ui/BarChart.tsx';

type Bar = Overview['bars'][number];

type Figure = [name: string, value: string, note: string];

/** The totals of the range. */
export function Figures({ report }: { report: Overview }) {
  const { visitors, sales, otherSales, people, currency, bars, days } = report;
  const money = (sum: number) => priceText(sum, currency);
  const others = otherSales.map((currencySales): Figure => {
    const refunded = `${priceText(currencySales.refunded, currencySales.currency)} refunded`;
    return [
      `Net revenue in ${currencySales.currency}`,
      priceText(currencySales.net, currencySales.currency),
      `${refunded}, ${pluralize(currencySales.orders, 'order')}`,
    ];
  });
  const figures: Figure[] = [
    ['Visitors', visitors.visitors.toLocaleString('en'), pluralize(visitors.views, 'page view')],
    ['Net revenue', money(sales.net), `${money(sales.refunded)} refunded`],
    ['Orders', sales.orders.toLocaleString('en'), `${money(sales.paid)} paid`],
    ...others,
    ['New members', people.newMembers.toLocaleString('en'), total(people.members)],
    ['New subscribers', people.newSubscribers.toLocaleString('en'), total(people.subscribers)],
  ];
  return (
    <>
      <p className="label" role="status">
        Last {days} days, since {longDate(bars[0]?.from ?? report.now)}
      </p>
      <dl className="overview__figures">
        {figures.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const total = (count: number) => `${count.toLocaleString('en')} in total`;

/** Visitors, new members and new subscribers of the range. */
export function AudienceCharts({ report }: { report: Overview }) {
  const { visitors, people, bars, unit } = report;
  return (
    <>
      <Chart
        title="Visitors"
        none="No page views in these days."
        isEmpty={visitors.views === 0}
        bars={visitors.bars}
        unit={unit}
        series={[
          { name: 'page views', of: (bar) => bar.views },
          { name: 'visitors', of: (bar) => bar.visitors },
        ]}
      />
      <div className="overview__pair">
        <Chart<Bar>
          title="Members"
          none="No new members in these days."
          isEmpty={people.newMembers === 0}
          bars={bars}
          unit={unit}
          series={[{ name: 'new members', of: (bar) => bar.newMembers }]}
        />
        <Chart<Bar>
          title="Subscribers"
          none="No new subscribers in these days."
          isEmpty={people.newSubscribers === 0}
          bars={bars}
          unit={unit}
          series={[{ name: 'new subscribers', of: (bar) => bar.newSubscribers }]}
        />
      </div>
      <p className="overview__note">
        {report.zone === 'UTC'
          ? 'Days are those of UTC.'
          : `Visitors are counted by days of UTC, members and subscribers by those of ${report.zone}.`}
      </p>
    </>
  );
}

/** Payments and orders of the range. */
export function ShopCharts({ report }: { report: Overview }) {
  const { sales, bars, unit, currency } = report;
  const money = (sum: number) => priceText(sum, currency);
  return (
    <div className="overview__pair">
      <Chart<Bar>
        title="Revenue"
        none="No payments in these days."
        isEmpty={sales.paid === 0}
        bars={bars}
        unit={unit}
        series={[{ name: 'paid', of: (bar) => bar.paid, format: money }]}
      />
      <Chart<Bar>
        title="Orders"
        none="No orders in these days."
        isEmpty={sales.orders === 0}
        bars={bars}
        unit={unit}
        series={[{ name: 'orders', of: (bar) => bar.orders }]}
      />
    </div>
  );
}

interface ChartProps<One extends { from: string }> extends ComponentProps<typeof BarChart<One>> {
  title: string;
  /** Sentence instead of a chart without bars. */
  none: string;
  isEmpty: boolean;
}

function Chart<One extends { from: string }>(props: ChartProps<One>) {
  const { title, none, isEmpty, ...chart } = props;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {isEmpty ? <p className="overview__note">{none}</p> : <BarChart<One> {...chart} />}
    </section>
  );
}
