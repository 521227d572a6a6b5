import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { pluralize } from './pluralize.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const SHORT_MONTHS = 'Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec'.split(' ');

function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}

/** Returns the UTC day of an ISO time as 'MMMM Do YYYY': November 21st 2026. */
export function longDate(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${ordinal(date.getUTCDate())} ${date.getUTCFullYear()}`;
}

/** Age in days above which the date is shown. */
const RELATIVE_DAYS_MAX = 30;

/** Returns the age of a time in minutes, hours or days, or its date after 30 days. */
export function relativeTime(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${pluralize(Math.floor(age / MINUTE_MS), 'minute')} ago`;
  if (age < DAY_MS) return `${pluralize(Math.floor(age / HOUR_MS), 'hour')} ago`;
  const days = Math.floor(age / DAY_MS);
  return days <= RELATIVE_DAYS_MAX ? `${pluralize(days, 'day')} ago` : longDate(iso);
}

/** Returns the name of the browser's time zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `2026-11` → Nov 2026, `2026` → 2026. */
export function monthName(month: string): string {
  const [year = '', number] = month.split('-');
  return number ? `${SHORT_MONTHS[Number(number) - 1]} ${year}` : year;
}

/** Formats a period; without an end it lasts until today. */
export function period(from: string, to: string | null): string {
  return `${monthName(from)} – ${to === null ? 'today' : monthName(to)}`;
}
