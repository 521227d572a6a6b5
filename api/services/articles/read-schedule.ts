import { DomainError } from '../../errors.ts';

/** Months ahead an article may be scheduled, as documented. */
const WINDOW_MONTHS = 3;

/** Minutes that `zone` is ahead of UTC at an instant. */
function offsetMinutes(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(parts ?? 'GMT');
  if (!match?.[1]) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** The instant at which a day, `2026-11-21`, begins for the owner. */
export function startOfDay(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const guess = asUtc - offsetMinutes(zone, asUtc) * 60_000;
  // Near a clock change the offset at the guess is the one that counts, except where the clock
  // jumps at midnight itself: then that would be an hour of the day before.
  const corrected = asUtc - offsetMinutes(zone, guess) * 60_000;
  return dayOf(corrected, zone) < day ? guess : corrected;
}

function dayOf(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(instant);
}

/**
 * Reads a schedule date: a day, which begins in the owner's zone, or an instant.
 * @returns milliseconds UTC, or null when it is today or before, which publishes now
 * @throws DomainError VALIDATION beyond three months
 */
export function readSchedule(value: string, zone: string, now: number): number | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const at = isDay ? startOfDay(value, zone) : Date.parse(value);
  if (at <= now || dayOf(at, zone) <= dayOf(now, zone)) return null;
  const lastDay = new Date(`${dayOf(now, zone)}T00:00:00Z`);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + WINDOW_MONTHS);
  if (dayOf(at, zone) > lastDay.toISOString().slice(0, 10)) {
    const msg = 'The schedule date can be at most 3 months ahead.';
    throw new DomainError('VALIDATION', { msg, fields: { scheduledDate: msg } });
  }
  return at;
}
