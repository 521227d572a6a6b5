import { describe, expect, it } from 'vitest';
import {
  offsetsOf,
  parseDateTime,
  serializeDateTime,
  toDateTimeText,
  toScheduleInput,
  validateDateTime,
  withOffset,
} from './date-time.ts';

const now = Date.UTC(2026, 9, 1, 12);

describe('date-times in the editor’s fields', () => {
  it('are stored as one text, and sent as an instant with its zone', () => {
    const dateTime = withOffset({ day: '2026-11-02', time: '09:00', zone: 'America/New_York' });
    const text = '2026-11-02T09:00-05:00[America/New_York]';
    expect(serializeDateTime(dateTime)).toBe(text);
    expect(parseDateTime(text)).toEqual(dateTime);
    expect(toDateTimeText('2026-11-02T14:00:00.000Z', 'America/New_York')).toBe(text);
    expect(toScheduleInput(dateTime)).toEqual({
      scheduledDate: '2026-11-02T09:00:00-05:00',
      scheduledZone: 'America/New_York',
    });
  });

  it('use the first of two equal local times, and keep the second once it is chosen', () => {
    const clock = { day: '2026-10-25', time: '02:30', zone: 'Europe/Berlin' };
    expect(offsetsOf(clock)).toEqual(['+02:00', '+01:00']);
    expect(withOffset(clock).offset).toBe('+02:00');
    expect(withOffset({ ...clock, offset: '+01:00' }).offset).toBe('+01:00');
    expect(withOffset({ ...clock, offset: '-04:00' }).offset).toBe('+02:00');
  });

  it.each([
    ['today', '2026-10-01', '23:59', 'UTC', /from tomorrow/],
    ['beyond 3 months', '2027-01-02', '09:00', 'UTC', /3 months/],
    ['without a time', '2026-10-02', '', 'UTC', /a time, too/],
    ['when clocks skip it', '2026-10-04', '02:15', 'Australia/Lord_Howe', /02:15 does not exist/],
  ])('cannot be %s', (_what, day, time, zone, message) => {
    const dateTime = withOffset({ day, time, zone });
    expect(validateDateTime(dateTime, now)).toMatch(message);
  });

  it('can be the first minute of tomorrow and the last of the last day', () => {
    for (const [day, time] of [
      ['2026-10-02', '00:00'],
      ['2027-01-01', '23:59'],
    ] as const) {
      expect(validateDateTime(withOffset({ day, time, zone: 'UTC' }), now)).toBeNull();
    }
  });

  it('are null and not sent while they are incomplete', () => {
    const half = withOffset({ day: '2026-10-02', time: '', zone: 'UTC' });
    expect(parseDateTime(serializeDateTime(half))).toEqual(half);
    expect(toScheduleInput(half)).toBeNull();
  });

  it('accept the former format with a day alone', () => {
    expect(parseDateTime('2026-10-02')).toMatchObject({ day: '2026-10-02', time: '00:00' });
  });
});
