/** Width of the board, and number of its cells. */
export const SIDE = 8;
export const CELLS = SIDE * SIDE;

/** The six kinds by their numbers, starting at 1, and the points of a sweet of each kind. */
export const KINDS = ['ball', 'gem', 'toffee', 'flower', 'leaf', 'star'] as const;
export const KIND_POINTS = [50, 60, 70, 80, 90, 10] as const;

/** Length of a line; longer ones create a special sweet. */
export const LINE = 3;
export const STRIPED_LINE = 4;
export const RAINBOW_LINE = 5;

/** Delay before matches are checked, after a swap and after sweets have fallen, in milliseconds. */
export const MATCH_CHECK_MS = 150;
/** Time from a match to a full board, in milliseconds: confetti, then falling sweets. */
export const REFILL_MS = 1000;
/** Part of that time for confetti, in milliseconds. */
export const CONFETTI_MS = 300;
/** Duration of the shake of an invalid swap, in milliseconds. */
export const SHAKE_MS = 200;

/** Points of each special sweet that takes effect. */
export const SPECIAL_POINTS = 100;
/** Points of each swap that is left after a level. */
export const LEFT_SWAP_POINTS = 100;
export const CLASSIC_SWAPS = 30;
/**
 * Maximum number of swaps of an endless game, about as many as are possible before its seed expires. Its
 * replay is well within the server's limit and is verified in about a tenth of a second.
 */
export const ENDLESS_SWAPS = 3000;
export const HINTS = 3;

/** Goal of a level: points, special sweets that take effect, or sweets of a kind. */
export interface Goal {
  of: 'points' | 'specials' | number;
  count: number;
}

export const LEVELS: readonly { swaps: number; goals: readonly Goal[] }[] = [
  { swaps: 12, goals: [{ of: 'points', count: 2500 }] },
  { swaps: 14, goals: [{ of: 1, count: 12 }] },
  {
    swaps: 16,
    goals: [
      { of: 2, count: 10 },
      { of: 4, count: 10 },
    ],
  },
  { swaps: 16, goals: [{ of: 'specials', count: 2 }] },
  {
    swaps: 16,
    goals: [
      { of: 'points', count: 4500 },
      { of: 6, count: 10 },
    ],
  },
  {
    swaps: 18,
    goals: [
      { of: 3, count: 12 },
      { of: 5, count: 12 },
    ],
  },
  {
    swaps: 20,
    goals: [
      { of: 'points', count: 6500 },
      { of: 'specials', count: 3 },
    ],
  },
  {
    swaps: 24,
    goals: [
      { of: 1, count: 14 },
      { of: 2, count: 14 },
      { of: 'specials', count: 3 },
    ],
  },
];
