const DAY_MS = 86_400_000;

/** Boards of a day and challenges go by days in UTC: everybody's day begins at once. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** 2026-11-22, as addresses and answers have it. */
export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day that such a text names. */
export const readDay = (text: string): number => dayOf(Date.parse(text));

/** The first moment of the day after. */
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;
