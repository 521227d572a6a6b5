import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { longDate } from './dates.ts';
import { pluralize } from './pluralize.ts';

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

/** Returns a time with its weekday in the reader's time zone. */
export function longTime(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(iso),
  );
}
