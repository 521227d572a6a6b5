import type { Clock } from '../clock.ts';

/** A clock that stands still until it is told to move. */
export interface TestClock {
  now: Clock;
  /** Moves on, or back with a negative number. */
  advance(milliseconds: number): void;
  set(time: number): void;
}

/** Noon of an ordinary Thursday, far from midnight, month's end and the clocks' change. */
const START = Date.UTC(2026, 0, 15, 12);

export function createTestClock(start = START): TestClock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (given) => {
      time = given;
    },
  };
}
