import { dayAt, instantsOf, offsetAt, scheduleWindow } from '#contracts/zoned-time.ts';
import { DomainError } from '../../errors.ts';

/** Returns the start of a day such as `2026-11-21` in a time zone. */
export function startOfDay(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const guess = asUtc - offsetAt(asUtc, zone) * 60_000;
  // Near a clock change the offset at the guess is correct, unless the clock changes at midnight:
  // that would result in an hour of the day before.
  const corrected = asUtc - offsetAt(guess, zone) * 60_000;
  return dayAt(corrected, zone) < day ? guess : corrected;
}

/**
 * Parses a schedule: a day in the zone, a local time (the first of two when clocks go back), or an
 * instant.
 * @returns milliseconds UTC, or null for today and the past, which publish now
 * @throws DomainError VALIDATION beyond three months, and for a time that clocks skip
 */
export function parseSchedule(value: string, zone: string, now: number): number | null {
  const at = instantOf(value, zone);
  if (at === undefined) {
    refuse(`Clocks go forward on this day, so ${value.slice(11, 16)} does not exist in ${zone}.`);
  }
  if (at <= now || dayAt(at, zone) <= dayAt(now, zone)) return null;
  if (dayAt(at, zone) > scheduleWindow(now, zone).last) {
    refuse('The schedule date can be at most 3 months ahead.');
  }
  return at;
}

function instantOf(value: string, zone: string): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return startOfDay(value, zone);
  const isClock = !/(Z|[+-]\d{2}:?\d{2})$/i.test(value.slice(10));
  return isClock ? instantsOf(value, zone)[0] : Date.parse(value);
}

function refuse(msg: string): never {
  throw new DomainError('VALIDATION', { msg, fields: { scheduledDate: msg } });
}
