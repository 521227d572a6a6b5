import { HOUR_MS } from '#contracts/durations.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';

const DAY_HOURS = 24;

/** Returns the age of a comment in days or hours, as documented. */
export function ageOf(iso: string, now: number): string {
  const hours = Math.floor((now - Date.parse(iso)) / HOUR_MS);
  if (hours < 1) return 'less than an hour ago';
  if (hours < DAY_HOURS) return `${pluralize(hours, 'hour')} ago`;
  return `${pluralize(Math.floor(hours / DAY_HOURS), 'day')} ago`;
}

/** Returns the exact time of a comment. */
export const formatExactTime = (iso: string): string =>
  `${longDate(iso)}, ${iso.slice(11, 16)} UTC`;
