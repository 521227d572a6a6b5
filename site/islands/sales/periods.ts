import type { SalesReport } from '#contracts/sales.ts';
import type { SalesQuery } from './sales-calls.ts';

/** Frequent periods of the report. */
export type Period = 'year-back' | 'this-year' | 'last-year' | 'all';

export const periods: readonly { value: Period; name: string }[] = [
  { value: 'year-back', name: '12 months' },
  { value: 'this-year', name: 'This year' },
  { value: 'last-year', name: 'Last year' },
  { value: 'all', name: 'All time' },
];

type Months = Pick<SalesQuery, 'from' | 'to'>;

/** Returns the month a number of months later or earlier, such as `2026-01`. */
function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** Returns the months of a period. */
export function monthsOf(span: Period, { now, first }: SalesReport): Months {
  const year = Number(now.slice(0, 4));
  switch (span) {
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
    const { from, to } = monthsOf(value, report);
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

const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a month: January 2026. */
export const monthName = (month: string): string => names.format(Date.parse(`${month}-01`));
