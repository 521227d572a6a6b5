/** Range from 1970 to 9999, in milliseconds; Hugo writes year 1 for 'no date'. */
const EARLIEST = 0;
const LATEST = Date.UTC(10_000, 0, 1);

const form =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?[ \t]*(Z|z|[+-]\d{2}:?\d{2})?)?$/;
const words =
  /^(?:[A-Za-z]{3,9},? )?(?:[A-Za-z]{3,9} \d{1,2},? \d{4}|\d{1,2} [A-Za-z]{3,9} \d{4})$/;

/**
 * Parses a date in front matter: a day, a day with time and optional offset, or `March 4, 2026`.
 * Without an offset it is UTC, because pages show the UTC day.
 * @returns milliseconds UTC, or null if it is not a date
 */
export function readDate(text: string): number | null {
  const written = text.trim();
  const match = form.exec(written);
  const time = match ? fromParts(match) : words.test(written) ? Date.parse(`${written} UTC`) : NaN;
  return time >= EARLIEST && time < LATEST ? time : null;
}

function fromParts(match: RegExpExecArray): number {
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const time = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const back = new Date(time);
  // Date.UTC turns February 30 into March 2.
  const real = back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return real && hour < 24 && minute < 60 && second < 60 ? time - offsetOf(match[8]) : NaN;
}

/** Returns the offset of `+02:00` from UTC, in milliseconds. */
function offsetOf(text = 'Z'): number {
  if (/^z$/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}
