import { counted, longDate } from './format.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days after which the date says more. */
const DAYS_MOST = 30;

/** How long ago something was, in the one unit that fits: minutes, hours or days. */
export function ageOf(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${counted(Math.floor(age / MINUTE_MS), 'minute')} ago`;
  if (age < DAY_MS) return `${counted(Math.floor(age / HOUR_MS), 'hour')} ago`;
  const days = Math.floor(age / DAY_MS);
  return days <= DAYS_MOST ? `${counted(days, 'day')} ago` : longDate(iso);
}
