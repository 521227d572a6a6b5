/** Sweets of a side of the board, and of all of it. */
export const SIDE = 8;
export const CELLS = SIDE * SIDE;

/** The six kinds in the order of their numbers, which begin at 1, and what one of each is worth in points. */
export const KINDS = ['ball', 'gem', 'toffee', 'flower', 'leaf', 'star'] as const;
export const WORTHS = [50, 60, 70, 80, 90, 10] as const;

/** A line is so many of a kind; more make a special sweet. */
export const LINE = 3;
export const STRIPED_LINE = 4;
export const RAINBOW_LINE = 5;

/** After a swap, and after sweets have come down, matches are looked for when so many milliseconds are over. */
export const MATCH_CHECK_MS = 150;
/** From a match to the board being full again: confetti first, falling and refilling after it. */
export const REFILL_MS = 1000;
/** How long of it matched sweets are confetti. */
export const CONFETTI_MS = 300;
/** A pair that makes no line is shaken for so long; what was chosen stays chosen. */
export const SHAKE_MS = 200;

/** What each special sweet adds in points when it goes off. */
export const SPECIAL_POINTS = 100;
/** What is made of each swap that a level leaves over, in points. */
export const LEFT_SWAP_POINTS = 100;
/** Swaps of the classic game. */
export const CLASSIC_SWAPS = 30;
/**
 * Most swaps of an endless game, about as many as are made before its seed expires. Their record stays
 * well within what the server accepts, and is replayed in about a tenth of a second.
 */
export const ENDLESS_SWAPS = 3000;
/** Hints of a game. */
export const HINTS = 3;

/** What a level asks for: so many points, special sweets set off, or sweets of a kind (its number). */
export interface Goal {
  of: 'points' | 'specials' | number;
  count: number;
}

/** The levels, each with its swaps and with what has to be reached by them. */
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
