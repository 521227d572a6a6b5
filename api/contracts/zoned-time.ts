import { DAY_MS, MINUTE_MS } from './durations.ts';

// Converts between local times of a zone and instants. Without a library, so that pages can use it. A local time is
// written `2026-12-01T09:00`, a zone as its IANA name.

/** Returns true if the zone exists. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl has no other way to check a zone.
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}

/** Returns the offset of a zone from UTC at an instant, in minutes. */
export function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value;
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? 'GMT');
  if (!match?.[1]) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** Returns an offset as in ISO 8601: `+05:30`. */
export function offsetText(minutes: number): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(whole / 60)}:${two(whole % 60)}`;
}

/** Returns the local time of a zone at an instant, to the minute. */
export function localTimeAt(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString().slice(0, 16);
}

/** Returns the local day of an instant in a zone: `2026-12-01`. */
export const dayAt = (instant: number, zone: string): string =>
  localTimeAt(instant, zone).slice(0, 10);

/** Returns the day that is a number of days later, or earlier for a negative number. */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);

/** Returns the month that is a number of months later, or earlier for a negative number: `2026-12`. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/**
 * Returns the instants of a local time in a zone: usually one, none if daylight saving time skips it, and two if it
 * occurs twice.
 */
export function instantsOf(clock: string, zone: string): number[] {
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = [-DAY_MS, 0, DAY_MS].map((aside) => offsetAt(asUtc + aside, zone));
  return [...new Set(offsets)]
    .map((offset) => ({ offset, at: asUtc - offset * MINUTE_MS }))
    .filter(({ offset, at }) => offsetAt(at, zone) === offset)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
}

/** Returns the instant of the beginning of a day in a zone. */
export function startOfDay(day: string, zone: string): number {
  const midnight = `${day}T00:00`;
  const [first] = instantsOf(midnight, zone);
  if (first !== undefined) return first;
  // If clocks skip midnight, the day begins when they go forward.
  const asUtc = Date.parse(`${midnight}Z`);
  return asUtc - offsetAt(asUtc - DAY_MS, zone) * MINUTE_MS;
}

/** Largest number of months in advance for scheduling an article, as documented. */
export const SCHEDULE_MONTHS = 3;

/** Returns the first and last day for scheduling in a zone: tomorrow and in three months, as documented. */
export function scheduleWindow(now: number, zone: string): { first: string; last: string } {
  const today = dayAt(now, zone);
  const last = new Date(`${today}T00:00:00Z`);
  const day = last.getUTCDate();
  last.setUTCMonth(last.getUTCMonth() + SCHEDULE_MONTHS);
  // 30 November and three months would be 2 March.
  if (last.getUTCDate() !== day) last.setUTCDate(0);
  return { first: shiftDay(today, 1), last: last.toISOString().slice(0, 10) };
}
