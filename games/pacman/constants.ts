import { ticksOf } from '../kit/engine.ts';

/** Width and height of the maze, in cells. */
export const COLUMNS = 28;
export const ROWS = 28;
export const START_CELL = 490;
/** Duration of a move to the next cell in the classic game: 200 ms. */
export const MOVE_TICKS = ticksOf(200);
/** Duration of the effect of a power pellet: 10 s. */
export const SCARED_TICKS = ticksOf(10_000);
/** Last part of it, in which the ghosts blink. */
export const BLINK_TICKS = ticksOf(2000);

/** Ghosts are slightly slower than the player, much slower while scared, and fast as eyes. */
export const GHOST_MORE_TICKS = 1;
export const SCARED_MORE_TICKS = 6;
export const EYES_TICKS = ticksOf(100);
/** Additional ticks in the tunnel. */
export const TUNNEL_MORE_TICKS = 5;

/** Alternating phases: the ghosts go to their corners, then chase the player; at the end they only chase. */
export const TURNS: readonly number[] = [7, 20, 7, 20, 5, 20, 5].map((seconds) =>
  ticksOf(seconds * 1000),
);
/** Each ghost leaves the house after this many dots, or after this much time. */
export const LEAVE_DOTS: readonly number[] = [0, 8, 30, 60];
export const LEAVE_TICKS: readonly number[] = [0, 4, 10, 16].map((seconds) =>
  ticksOf(seconds * 1000),
);
/** Cells ahead of the player that the ambushing ghost targets, and cells from which the flanking ghost measures. */
export const AMBUSH_CELLS = 4;
export const FLANK_CELLS = 2;
/** The shy ghost turns away within this distance, in cells. */
export const SHY_CELLS = 8;

export const READY_TICKS = ticksOf(1500);
export const DYING_TICKS = ticksOf(1300);
export const CLEARED_TICKS = ticksOf(1500);

/** Parts of a cell, so that positions between two cells are whole numbers. */
export const PARTS = 120;
/** Distance at which player and ghost meet, in parts. */
export const MEET_PARTS = 72;

// The arcade game.

export const LEVELS = 9;
export const FIRST_LIVES = 3;
export const EXTRA_LIFE_SCORE = 10_000;
export const DOT_SCORE = 10;
export const PELLET_SCORE = 50;
/** Points of the ghosts eaten with one pellet, in order. */
export const GHOST_SCORES: readonly number[] = [200, 400, 800, 1600];
/** Points of the fruit of each level; the last value is for all later levels. */
export const FRUIT_SCORES: readonly number[] = [100, 300, 500, 700, 1000, 2000, 3000, 5000];
/** Dots eaten when the fruit appears, and the duration of its stay. */
export const FRUIT_DOTS: readonly number[] = [70, 150];
export const FRUIT_TICKS = ticksOf(9000);
/** Duration of a move in the first level; some later levels take one tick less. */
export const ARCADE_MOVE_TICKS = 9;
export const QUICKER_LEVELS: readonly number[] = [3, 6];
/** Ticks by which the effect of a pellet shortens per level, and its minimum. */
export const SCARED_LESS_TICKS = ticksOf(1000);
export const SCARED_TICKS_MIN = ticksOf(3000);
