/** Reading speed of an adult in English prose, in words per minute. */
export const WORDS_PER_MINUTE = 238;

const MINUTES_PER_HOUR = 60;

// Scripts that put no spaces between words count by character; elsewhere a word is letters and
// digits with the marks that join them (it's, read-only, 3.14).
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}][\p{M}'’.\-_]*)+/gu;

/** Number of words in a plain text; an ideograph or kana counts as one. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** Minutes to read so many words at WORDS_PER_MINUTE: whole, and at least 1. */
export function readMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}

/** '12 Min Read', and above an hour '1 Hr 12 Min Read' or '2 Hr Read'. */
export function readLabel(minutes: number): string {
  if (minutes <= MINUTES_PER_HOUR) return `${minutes} Min Read`;
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  return rest === 0 ? `${hours} Hr Read` : `${hours} Hr ${rest} Min Read`;
}
