import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { startOfDay } from '#contracts/zoned-time.ts';
import { DomainError } from '../../errors.ts';
import { parseSchedule } from './article-columns.ts';

const noon = Date.UTC(2026, 0, 15, 12);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day at an instant, from another part of Intl than the code uses. */
function dayAt(instant: number, zone: string): string {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', options);
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

const dayOfYear = (year: number, day: number) =>
  new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10);

/** Zones whose clocks change at midnight, at other hours, by half an hour, and never. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Tokyo',
  'America/Havana',
  'America/Santiago',
  'Atlantic/Azores',
  'Asia/Beirut',
  'Africa/Cairo',
];

describe('the start of a day', () => {
  it.each(zones)('in %s is its first instant, on every day of the year', (zone) => {
    for (let day = 1; day <= 365; day += 1) {
      const wanted = dayOfYear(2026, day);
      const start = startOfDay(wanted, zone);
      expect([wanted, dayAt(start, zone)]).toEqual([wanted, wanted]);
      expect([wanted, dayAt(start - 1, zone)]).toEqual([wanted, dayOfYear(2026, day - 1)]);
    }
  });

  it('is the first instant in any zone on any day', () => {
    const everyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(everyZone, fc.integer({ min: 1, max: 365 * 4 }), (zone, day) => {
        const wanted = dayOfYear(2026, day);
        expect(dayAt(startOfDay(wanted, zone), zone)).toBe(wanted);
        expect(dayAt(startOfDay(wanted, zone) - 1, zone)).toBe(dayOfYear(2026, day - 1));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a schedule date', () => {
  it.each([
    ['today', '2026-01-15'],
    ['yesterday', '2026-01-14'],
    ['long ago', '1999-12-31'],
    ['an instant later today', '2026-01-15T23:59:59Z'],
    ['an instant that is past', '2026-01-15T11:59:59Z'],
  ])('that is %s publishes now', (_what, value) => {
    expect(parseSchedule(value, 'UTC', noon)).toBeNull();
  });

  it.each([
    ['tomorrow', '2026-01-16', Date.UTC(2026, 0, 16)],
    ['an instant of tomorrow', '2026-01-16T08:30:00+02:00', Date.UTC(2026, 0, 16, 6, 30)],
    ['exactly 3 months ahead', '2026-04-15', Date.UTC(2026, 3, 15)],
    ['late on the day 3 months ahead', '2026-04-15T23:00:00Z', Date.UTC(2026, 3, 15, 23)],
  ])('that is %s waits until then', (_what, value, at) => {
    expect(parseSchedule(value, 'UTC', noon)).toBe(at);
  });

  it.each([
    ['a day over 3 months', '2026-04-16'],
    ['an instant over 3 months', '2026-04-16T00:00:00Z'],
    ['far away', '9999-12-31'],
  ])('that is %s ahead is refused with a sentence', (_what, value) => {
    const read = () => parseSchedule(value, 'UTC', noon);
    expect(read).toThrow(DomainError);
    expect(read).toThrow('The schedule date can be at most 3 months ahead.');
  });

  it('counts days in the owner’s zone', () => {
    // Already the 16th in Auckland, still the 15th in Los Angeles.
    const late = Date.UTC(2026, 0, 15, 13);
    expect(parseSchedule('2026-01-16', 'Pacific/Auckland', late)).toBeNull();
    expect(parseSchedule('2026-01-16', 'America/Los_Angeles', late)).toBe(Date.UTC(2026, 0, 16, 8));
    const early = Date.UTC(2026, 0, 15, 5);
    expect(parseSchedule('2026-01-15', 'America/Los_Angeles', early)).toBe(
      Date.UTC(2026, 0, 15, 8),
    );
  });

  it('never becomes a time in the past or before its day', () => {
    const someZone = fc.constantFrom(...zones);
    const someTime = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) });
    fc.assert(
      fc.property(someZone, someTime, fc.integer({ min: -3, max: 85 }), (zone, now, days) => {
        const day = dayAt(now + days * DAY_MS, zone);
        const at = parseSchedule(day, zone, now);
        if (day <= dayAt(now, zone)) expect(at).toBeNull();
        else {
          expect(at).toBeGreaterThan(now);
          expect(dayAt(at ?? 0, zone)).toBe(day);
        }
      }),
      { numRuns: 300 },
    );
  });
});
