import { longDate } from './dates.ts';
import { pluralize } from './pluralize.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days until a date is shown instead. */
const RELATIVE_DAYS_MAX = 30;

/** Returns the time since then in minutes, hours or days. */
export function relativeTime(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${pluralize(Math.floor(age / MINUTE_MS), 'minute')} ago`;
  if (age < DAY_MS) return `${pluralize(Math.floor(age / HOUR_MS), 'hour')} ago`;
  const days = Math.floor(age / DAY_MS);
  return days <= RELATIVE_DAYS_MAX ? `${pluralize(days, 'day')} ago` : longDate(iso);
}

/** Returns a time with its weekday on the reader's own clock. */
export function longTime(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(iso),
  );
}
