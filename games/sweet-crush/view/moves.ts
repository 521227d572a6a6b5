/** How what changed on the board is seen: swaps, falls, and a shake. Calm readers see the result alone. */
import { type Curve, curve } from '../../kit/view/curve.ts';
import { fallsOf, swapOf } from '../board.ts';
import { CONFETTI_MS, MATCH_CHECK_MS, REFILL_MS, SHAKE_MS, SIDE } from '../constants.ts';
import type { State } from '../state.ts';
import { EMPTY } from '../sweets.ts';

/** What is left of a refill when the confetti is over. */
export const FALL_MS = REFILL_MS - CONFETTI_MS;
/** A fall of one row, and each further one. */
const FIRST_ROW_MS = 210;
const ROW_MS = 65;
/** What is chosen becomes smaller and larger again, three times. */
const BEAT_MS = 600;
const BEATS = 6;

/** Where a sweet is drawn, in cells away from its own, and how large. */
export interface Pose {
  right: number;
  down: number;
  size: number;
}

/** A way that a sweet moves. */
export interface Motion {
  lastsMs: number;
  /** Whether it is seen in the columns beside as well. */
  isWide: boolean;
  /** Sets the pose at a share of that time, 0 to 1. */
  pose(share: number, pose: Pose): void;
}

/** Motions by their cells. */
export type Motions = ReadonlyMap<number, Motion>;

/** Fast at first. */
export const easeOut: Curve = curve(0, 0, 0.58, 1);
const easeInOut = curve(0.42, 0, 0.58, 1);
/** It falls a little too far, and pops up a little too large. */
const landing = curve(0.35, 1.12, 0.6, 1);
const popping = curve(0.3, 1.6, 0.6, 1);

/** Cells whose sweet is another one or gone: they become confetti. */
export const goneCells = (state: State, before: State): number[] =>
  state.cells.flatMap((sweet, cell) =>
    before.cells[cell] !== EMPTY && before.cells[cell] !== sweet ? [cell] : [],
  );

function comesFrom(right: number, down: number, lastsMs: number): Motion {
  const way = down < -1 ? landing : easeOut;
  return {
    lastsMs,
    isWide: right !== 0,
    pose(share, pose) {
      const left = 1 - way(share);
      pose.right = left * right;
      pose.down = left * down;
      pose.size = 1;
    },
  };
}

const grows: Motion = {
  lastsMs: CONFETTI_MS,
  isWide: true,
  pose(share, pose) {
    pose.right = 0;
    pose.down = 0;
    pose.size = 0.2 + 0.8 * popping(share);
  },
};

/** What is chosen stirs. */
export const stirs: Motion = {
  lastsMs: BEATS * BEAT_MS,
  isWide: false,
  pose(share, pose) {
    const beat = (BEATS * share) % 2;
    pose.right = 0;
    pose.down = 0;
    pose.size = 1 - 0.14 * easeInOut(beat > 1 ? 2 - beat : beat);
  },
};

const SHAKES = [0, 0.12, -0.12, 0.09, -0.09, 0] as const;

function shakes(isAcross: boolean): Motion {
  return {
    lastsMs: SHAKE_MS,
    isWide: true,
    pose(share, pose) {
      const along = share * (SHAKES.length - 1);
      const from = Math.min(Math.floor(along), SHAKES.length - 2);
      const [one = 0, other = 0] = [SHAKES[from], SHAKES[from + 1]];
      const aside = one + (along - from) * (other - one);
      pose.right = isAcross ? aside : 0;
      pose.down = isAcross ? 0 : aside;
      pose.size = 1;
    },
  };
}

/** How sweets come to a state after another one. */
export function motionsTo(state: State, before: State): Motions {
  const motions = new Map<number, Motion>();
  const swap = state.phase === 'swapped' && state.swap !== null ? swapOf(state.swap) : null;
  if (swap) {
    const [right, down] = swap.other === swap.cell + 1 ? [1, 0] : [0, 1];
    motions.set(swap.cell, comesFrom(right, down, MATCH_CHECK_MS));
    motions.set(swap.other, comesFrom(-right, -down, MATCH_CHECK_MS));
  } else if (state.phase === 'filled' && before.phase === 'cleared') {
    for (const [cell, rows] of fallsOf(before.cells).entries()) {
      if (rows === 0) continue;
      motions.set(cell, comesFrom(0, -rows, Math.min(FALL_MS, FIRST_ROW_MS + rows * ROW_MS)));
    }
  } else if (state.phase === 'cleared' || state.shuffles > before.shuffles) {
    for (const [cell, sweet] of state.cells.entries()) {
      if (sweet !== before.cells[cell]) motions.set(cell, grows);
    }
  }
  return motions;
}

/** A pair that makes no line is shaken. */
export function motionsOfRefusal(one: number, another: number): Motions {
  const motion = shakes(Math.abs(one - another) < SIDE);
  return new Map([one, another].map((cell) => [cell, motion]));
}
