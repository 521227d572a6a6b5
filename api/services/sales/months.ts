import { dayAt, instantsOf, offsetAt } from '#contracts/zoned-time.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The month of an instant in a zone, `2026-01`. */
export const monthAt = (instant: number, zone: string): string => dayAt(instant, zone).slice(0, 7);

/** So many months later, or earlier. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** How many months there are from the first to the last, both included. */
export function countMonths(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

/** All of them, in order. */
export const monthsOf = (from: string, to: string): string[] =>
  Array.from({ length: countMonths(from, to) }, (_, index) => shiftMonth(from, index));

/** The instant at which a month begins in a zone. */
export function startOfMonth(month: string, zone: string): number {
  const midnight = `${month}-01T00:00`;
  const [first] = instantsOf(midnight, zone);
  if (first !== undefined) return first;
  // Clocks go forward past it: the month begins where they do.
  const asUtc = Date.parse(`${midnight}Z`);
  return asUtc - offsetAt(asUtc - DAY_MS, zone) * MINUTE_MS;
}
