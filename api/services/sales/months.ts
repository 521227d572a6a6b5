import { dayAt, startOfDay } from '#contracts/zoned-time.ts';

/** Returns the month of a time in a zone, such as `2026-01`. */
export const monthAt = (instant: number, zone: string): string => dayAt(instant, zone).slice(0, 7);

/** Returns the month before or after by a number of months. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** Returns the number of months from the first to the last, inclusive. */
export function countMonths(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

/** Returns the months of a period in order. */
export const monthsOf = (from: string, to: string): string[] =>
  Array.from({ length: countMonths(from, to) }, (_, index) => shiftMonth(from, index));

/** Returns the start of a month in a zone. */
export const startOfMonth = (month: string, zone: string): number =>
  startOfDay(`${month}-01`, zone);
