const DAY_MS = 86_400_000;

/** Returns the day of a time; leaderboards and challenges use days in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Formats a day as 2026-11-22. */
export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Parses such a day. */
export const readDay = (text: string): number => dayOf(Date.parse(text));

/** Returns the end of a day. */
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;
