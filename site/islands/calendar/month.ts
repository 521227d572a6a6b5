import { shiftDay, shiftMonth } from '#contracts/zoned-time.ts';

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the same day of another month, or its last one. */
export function dayInMonth(day: string, month: string): string {
  const last = shiftDay(`${shiftMonth(month, 1)}-01`, -1);
  const sameDay = `${month}${day.slice(7)}`;
  return sameDay < last ? sameDay : last;
}

/** Returns the month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** Returns the weeks of a month, each from Monday to Sunday, with days of the adjacent months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const last = shiftDay(`${shiftMonth(month, 1)}-01`, -1);
  const weeks: string[][] = [];
  for (let monday = mondayOf(first); monday <= last; monday = shiftDay(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => shiftDay(monday, days)));
  }
  return weeks;
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(startOf(day)).getUTCDay() + 6) % 7;
  return shiftDay(day, -sinceMonday);
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(startOf(day));
};
/** Formats a month: `December 2026`. */
export const monthName = format({ month: 'long', year: 'numeric' });
/** Formats a day: `Tuesday, December 1`. */
export const dayName = format({ weekday: 'long', month: 'long', day: 'numeric' });
/** Formats a weekday: `Tue`. */
export const weekdayName = format({ weekday: 'short' });
/** Formats a weekday: `Tuesday`. */
export const weekdayLongName = format({ weekday: 'long' });

/** Returns the day that a key moves to; null if the key has no meaning. */
export function dayAfterKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1);
    case 'ArrowRight':
      return shiftDay(day, 1);
    case 'ArrowUp':
      return shiftDay(day, -7);
    case 'ArrowDown':
      return shiftDay(day, 7);
    case 'Home':
      return mondayOf(day);
    case 'End':
      return shiftDay(mondayOf(day), 6);
    case 'PageUp':
      return dayInMonth(day, shiftMonth(monthOf(day), -1));
    case 'PageDown':
      return dayInMonth(day, shiftMonth(monthOf(day), 1));
    default:
      return null;
  }
}
