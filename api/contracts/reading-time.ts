/** Words per minute, as documented. */
export const WORDS_PER_MINUTE = 238;
const MINUTES_PER_HOUR = 60;

/** Returns the reading time: `4 Min Read`, or from an hour `1 Hr 12 Min Read`. At least one minute. */
export function readTimeLabel(words: number): string {
  const minutes = Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
  if (minutes <= MINUTES_PER_HOUR) return `${minutes} Min Read`;
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  return rest === 0 ? `${hours} Hr Read` : `${hours} Hr ${rest} Min Read`;
}
