/**
 * What a player means, whatever they press: bits of what is held, added up. Engines in real time
 * take the sum as their input, unless their view makes another one of it.
 */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;
/** Fire, choose, drop. */
export const PRIMARY = 16;
/** Reload, swap, whatever comes second. */
export const SECONDARY = 32;

export type Intent =
  | typeof LEFT
  | typeof RIGHT
  | typeof UP
  | typeof DOWN
  | typeof PRIMARY
  | typeof SECONDARY;

/** All of them, in the order of their bits. */
export const INTENTS: readonly Intent[] = [LEFT, RIGHT, UP, DOWN, PRIMARY, SECONDARY];
