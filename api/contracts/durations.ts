export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the day of a time in UTC, in days since 1970. */
export const utcDayOf = (time: number): number => Math.floor(time / DAY_MS);
