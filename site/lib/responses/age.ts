import { counted, longDate } from '../format.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How long ago something was written, in days or hours as documented. */
export function ageOf(iso: string, now: number): string {
  const hours = Math.floor((now - Date.parse(iso)) / HOUR_MS);
  if (hours < 1) return 'less than an hour ago';
  if (hours < DAY_HOURS) return `${counted(hours, 'hour')} ago`;
  return `${counted(Math.floor(hours / DAY_HOURS), 'day')} ago`;
}

/** The moment itself, for who wants to know exactly. */
export const momentOf = (iso: string): string => `${longDate(iso)}, ${iso.slice(11, 16)} UTC`;
