/**
 * Actions of a player, independent of the input device, as bits. Engines in real time receive the sum of the
 * held bits, unless their view computes another input.
 */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;
/** Fire, choose, drop. */
export const PRIMARY = 16;
/** Reload, hint, and other secondary actions. */
export const SECONDARY = 32;

export type Intent =
  | typeof LEFT
  | typeof RIGHT
  | typeof UP
  | typeof DOWN
  | typeof PRIMARY
  | typeof SECONDARY;

/** All intents in the order of their bits. */
export const INTENTS: readonly Intent[] = [LEFT, RIGHT, UP, DOWN, PRIMARY, SECONDARY];
