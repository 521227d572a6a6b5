const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'June',
  'July',
  'Aug',
  'Sept',
  'Oct',
  'Nov',
  'Dec',
];

/** `2026-11` → Nov 2026, `2026` → 2026. */
export function monthName(month: string): string {
  const [year = '', number] = month.split('-');
  return number ? `${months[Number(number) - 1]} ${year}` : year;
}

/** Formats a period; without an end it lasts until today. */
export function period(from: string, to: string | null): string {
  return `${monthName(from)} – ${to === null ? 'today' : monthName(to)}`;
}
