/** Where services get the time from, so that tests can set it. Milliseconds since 1970 in UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
