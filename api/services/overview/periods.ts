import type { OverviewRange } from '#contracts/overview.ts';
import { dayAt, shiftDay, startOfDay } from '#contracts/zoned-time.ts';
import type { TimeSpan } from '../../db/client.ts';

/** One bar of a chart, and its first day. */
export interface Period extends TimeSpan {
  day: string;
}

/**
 * Returns the days of a zone up to today, or months for long ranges. The first month begins with
 * the first requested day, so that all periods together cover exactly the range.
 */
export function listPeriods(now: number, zone: string, range: OverviewRange): Period[] {
  const today = dayAt(now, zone);
  const days = Array.from({ length: Number(range) }, (_, index) =>
    shiftDay(today, index + 1 - Number(range)),
  );
  const first =
    range === '365' ? days.filter((day, index) => index === 0 || day.endsWith('-01')) : days;
  return first.map((day, index) => ({
    day,
    from: startOfDay(day, zone),
    to: startOfDay(first[index + 1] ?? shiftDay(today, 1), zone),
  }));
}
