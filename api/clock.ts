/** Returns the time in milliseconds since 1970 in UTC. Tests pass a clock that they can set. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Converts milliseconds UTC to ISO 8601; a missing time becomes null. */
export function iso(time: number): string;
export function iso(time: number | null | undefined): string | null;
export function iso(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
