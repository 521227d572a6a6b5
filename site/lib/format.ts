export { counted } from './counted.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}

/** 'MMMM Do YYYY' as documented, from an ISO time, by its UTC day: November 21st 2026. */
export function longDate(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${ordinal(date.getUTCDate())} ${date.getUTCFullYear()}`;
}

/** Characters of a description that a card shows, as documented. */
const SUMMARY_MAX = 150;

/** A description as a card shows it: what is longer ends at a word before the limit, with an ellipsis. */
export function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= SUMMARY_MAX) return text;
  const cut = letters.slice(0, SUMMARY_MAX).join('');
  // The last word may be cut; a text without spaces is cut anywhere.
  const whole = /^(.*\S)\s/s.exec(cut)?.[1] ?? cut;
  return `${whole.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/u, '')}…`;
}
