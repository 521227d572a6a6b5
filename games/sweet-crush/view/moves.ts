/** Animations of swaps, falls and invalid swaps. With reduced motion only the result is shown. */
import { type Curve, curve } from '../../kit/view/animated-canvas.ts';
import { EMPTY, fallsOf, swapOf } from '../board.ts';
import { CONFETTI_MS, MATCH_CHECK_MS, REFILL_MS, SHAKE_MS, SIDE } from '../constants.ts';
import type { State } from '../state.ts';

/** Part of the refill after the confetti, in milliseconds. */
export const FALL_MS = REFILL_MS - CONFETTI_MS;
/** Duration of a fall of one row, and of each further row, in milliseconds. */
const FIRST_ROW_MS = 210;
const ROW_MS = 65;
/** Duration of the pulse of a chosen sweet, which repeats three times, in milliseconds. */
const BEAT_MS = 600;
const BEATS = 6;

/** Offset of a sweet from its cell, in cells, and its size. */
export interface Pose {
  right: number;
  down: number;
  size: number;
}

export interface Motion {
  lastsMs: number;
  /** True if it overlaps the adjacent columns. */
  isWide: boolean;
  /** Sets the pose at a share of the duration, from 0 to 1. */
  pose(share: number, pose: Pose): void;
}

/** Animations by cell. */
export type Motions = ReadonlyMap<number, Motion>;

/** CSS `ease-out`. */
export const easeOut: Curve = curve(0, 0, 0.58, 1);
const easeInOut = curve(0.42, 0, 0.58, 1);
/** Overshoots slightly, in position and size. */
const landing = curve(0.35, 1.12, 0.6, 1);
const popping = curve(0.3, 1.6, 0.6, 1);

/** Returns the cells whose sweet was cleared or replaced: they show confetti. */
export const clearedCells = (state: State, before: State): number[] =>
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

/** Pulse of a chosen sweet. */
export const pulseMotion: Motion = {
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
      const [startOffset = 0, endOffset = 0] = [SHAKES[from], SHAKES[from + 1]];
      const aside = startOffset + (along - from) * (endOffset - startOffset);
      pose.right = isAcross ? aside : 0;
      pose.down = isAcross ? 0 : aside;
      pose.size = 1;
    },
  };
}

/** Returns the animations from one state to the next. */
export function transitionMotions(state: State, before: State): Motions {
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

/** Returns the shake of an invalid swap. */
export function shakeMotions(first: number, second: number): Motions {
  const motion = shakes(Math.abs(first - second) < SIDE);
  return new Map([first, second].map((cell) => [cell, motion]));
}
