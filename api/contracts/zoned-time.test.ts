import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantsOf,
  localTimeAt,
  offsetAt,
  offsetText,
  scheduleWindow,
  shiftMonth,
} from './zoned-time.ts';

const iso = (instants: number[]) => instants.map((instant) => new Date(instant).toISOString());

describe('a local time of a zone', () => {
  it.each([
    ['an ordinary morning', '2026-12-01T09:00', 'Europe/Berlin', ['2026-12-01T08:00:00.000Z']],
    ['one of half an hour more', '2026-12-01T09:00', 'Asia/Kolkata', ['2026-12-01T03:30:00.000Z']],
    ['one of 45 minutes', '2026-12-01T09:00', 'Asia/Kathmandu', ['2026-12-01T03:15:00.000Z']],
    ['one behind UTC', '2026-12-01T21:00', 'America/New_York', ['2026-12-02T02:00:00.000Z']],
    ['a skipped hour', '2026-03-29T02:30', 'Europe/Berlin', []],
    [
      'the end of a skipped hour',
      '2026-03-29T03:00',
      'Europe/Berlin',
      ['2026-03-29T01:00:00.000Z'],
    ],
    ['a skipped midnight', '2026-03-08T00:30', 'America/Havana', []],
    ['a skipped half hour', '2026-10-04T02:15', 'Australia/Lord_Howe', []],
    [
      'an hour that comes twice',
      '2026-10-25T02:30',
      'Europe/Berlin',
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ],
    [
      'half an hour that comes twice',
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    ['nothing readable', 'tomorrow', 'UTC', []],
  ])('that is %s has its instants', (_what, clock, zone, expected) => {
    expect(iso(instantsOf(clock, zone))).toEqual(expected);
  });

  it('can be converted back to its instant, in all zones', () => {
    const minute = fc.integer({ min: Date.UTC(2025, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 });
    const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(minute, zone, (minutes, name) => {
        const instant = minutes * 60_000;
        const found = instantsOf(localTimeAt(instant, name), name);
        expect(found).toContain(instant);
        for (const one of found) expect(localTimeAt(one, name)).toBe(localTimeAt(instant, name));
      }),
      { numRuns: 500 },
    );
  });

  it('has the offset of ISO 8601', () => {
    const at = Date.UTC(2026, 0, 1);
    const offset = (zone: string) => offsetText(offsetAt(at, zone));
    expect(['UTC', 'Asia/Kathmandu', 'America/St_Johns'].map(offset)).toEqual([
      '+00:00',
      '+05:45',
      '-03:30',
    ]);
  });
});

it.each([
  ['in the middle of a month', '2026-01-15T12:00Z', 'UTC', '2026-01-16', '2026-04-15'],
  ['where three months on has no such day', '2026-11-30T12:00Z', 'UTC', '2026-12-01', '2027-02-28'],
  [
    'when it is tomorrow there',
    '2026-01-15T12:00Z',
    'Pacific/Auckland',
    '2026-01-17',
    '2026-04-16',
  ],
])('an article can be scheduled from tomorrow to 3 months ahead, %s', (_what, now, ...rest) => {
  const [zone, first, last] = rest;
  expect(scheduleWindow(Date.parse(now), zone)).toEqual({ first, last });
});

it.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-03', -15, '2024-12'],
  ['2026-12', 0, '2026-12'],
])('moves %s by %i months to %s', (month, by, expected) => {
  expect(shiftMonth(month, by)).toBe(expected);
});
