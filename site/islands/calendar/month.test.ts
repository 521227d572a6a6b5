import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftDay, shiftMonth } from '#contracts/zoned-time.ts';
import { dayAfterKey, dayInMonth, weeksOf } from './month.ts';

const someMonth = fc
  .tuple(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);

describe('months of the calendar', () => {
  it('contains every day once, in whole weeks that begin on Monday', () => {
    fc.assert(
      fc.property(someMonth, (month) => {
        const days = weeksOf(month).flat();
        expect(days.length % 7).toBe(0);
        expect(new Date(`${days[0]}T00:00Z`).getUTCDay()).toBe(1);
        for (const [index, day] of days.slice(1).entries()) {
          expect(day).toBe(shiftDay(days[index] ?? '', 1));
        }
        const own = days.filter((day) => day.startsWith(month));
        expect(own[0]).toBe(`${month}-01`);
        expect(shiftDay(own.at(-1) ?? '', 1)).toBe(`${shiftMonth(month, 1)}-01`);
      }),
    );
  });

  it.each([
    ['ArrowLeft', '2026-11-30'],
    ['ArrowRight', '2026-12-02'],
    ['ArrowUp', '2026-11-24'],
    ['ArrowDown', '2026-12-08'],
    ['Home', '2026-11-30'],
    ['End', '2026-12-06'],
    ['PageUp', '2026-11-01'],
    ['PageDown', '2027-01-01'],
    ['Enter', null],
  ])('moves to another day with %s', (key, expected) => {
    expect(dayAfterKey(key, '2026-12-01')).toBe(expected);
  });

  it('moves to the last day of a shorter month', () => {
    expect(dayInMonth('2026-12-31', '2027-02')).toBe('2027-02-28');
    expect(dayInMonth('2027-02-28', '2027-03')).toBe('2027-03-28');
  });
});
