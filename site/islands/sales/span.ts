import type { SalesReport } from '#contracts/sales.ts';
import type { SalesAsked } from './sales-calls.ts';

/** Spans that are asked for often. */
export type UsualSpan = 'year-back' | 'this-year' | 'last-year' | 'all';

export const usualSpans: readonly { value: UsualSpan; name: string }[] = [
  { value: 'year-back', name: '12 months' },
  { value: 'this-year', name: 'This year' },
  { value: 'last-year', name: 'Last year' },
  { value: 'all', name: 'All time' },
];

type Months = Pick<SalesAsked, 'from' | 'to'>;

/** So many months later, or earlier: `2026-01`. */
function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** The months of a usual span. */
export function monthsOf(span: UsualSpan, { now, first }: SalesReport): Months {
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

/** Which of them a report is about, if any. */
export const spanOf = (report: SalesReport): UsualSpan | null =>
  usualSpans.find(({ value }) => {
    const { from, to } = monthsOf(value, report);
    return from === report.from && to === report.to;
  })?.value ?? null;

/** The months that can be chosen, the latest first: since the first order, and those that are shown. */
export function choosable({ first, from, to, now }: SalesReport): string[] {
  const earliest = [first ?? now, from].sort()[0] ?? now;
  const latest = [now, to].sort().at(-1) ?? now;
  const months: string[] = [];
  for (let month = latest; month >= earliest; month = shiftMonth(month, -1)) months.push(month);
  return months;
}

const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** January 2026. */
export const monthName = (month: string): string => names.format(Date.parse(`${month}-01`));
