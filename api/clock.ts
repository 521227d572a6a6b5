/** Where services get the time from, so that tests can set it. Milliseconds since 1970 in UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Returns milliseconds UTC as ISO 8601; null for a time that is missing. */
export function iso(time: number): string;
export function iso(time: number | null | undefined): string | null;
export function iso(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
