import { shiftDay } from '#contracts/zoned-time.ts';

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The month so many months on, or back; `2026-12`. */
export function shiftMonth(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The same day of another month, or its last one. */
export function dayInMonth(day: string, month: string): string {
  const last = shiftDay(`${shiftMonth(month, 1)}-01`, -1);
  const wished = `${month}${day.slice(7)}`;
  return wished < last ? wished : last;
}

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The weeks that show a month, each from Monday to Sunday, with the days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const last = shiftDay(`${shiftMonth(month, 1)}-01`, -1);
  const weeks: string[][] = [];
  for (let monday = mondayOf(first); monday <= last; monday = shiftDay(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => shiftDay(monday, days)));
  }
  return weeks;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(startOf(day)).getUTCDay() + 6) % 7;
  return shiftDay(day, -sinceMonday);
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return (day: string) => made.format(startOf(day));
};
/** `December 2026` */
export const monthName = format({ month: 'long', year: 'numeric' });
/** `Tuesday, December 1` */
export const dayName = format({ weekday: 'long', month: 'long', day: 'numeric' });
/** `Tue` */
export const weekdayName = format({ weekday: 'short' });
/** `Tuesday` */
export const weekdayLongName = format({ weekday: 'long' });

/** Where a key of the keyboard leads from a day; null where it means nothing here. */
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
