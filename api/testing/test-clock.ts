import type { Clock } from '../context.ts';

/** A clock that changes only when a test sets or advances it. */
export interface TestClock {
  now: Clock;
  /** Advances the time; a negative number moves it back. */
  advance(milliseconds: number): void;
  set(time: number): void;
}

/** Noon of a Thursday, far from midnight, the end of the month and daylight saving changes. */
const START = Date.UTC(2026, 0, 15, 12);

export function createTestClock(start = START): TestClock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (newTime) => {
      time = newTime;
    },
  };
}
