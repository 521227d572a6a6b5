/** Sixty ticks are a second, so that all documented times are whole numbers of ticks. */
export const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Cells, both ways. */
export const COLUMNS = 28;
export const ROWS = 28;
export const START_CELL = 490;
/** From cell to cell in the classic game. */
export const MOVE_TICKS = ticksOf(200);
/** How long a power pellet scares the ghosts. */
export const SCARED_TICKS = ticksOf(10_000);
/** The last of it, in which they blink. */
export const BLINK_TICKS = ticksOf(2000);

/** Ghosts are a little slower than the player, much slower when scared, and fast as eyes. */
export const GHOST_MORE_TICKS = 1;
export const SCARED_MORE_TICKS = 6;
export const EYES_TICKS = ticksOf(100);
/** In the tunnel. */
export const TUNNEL_MORE_TICKS = 5;

/** They take turns: to their corners, to the player, and in the end to the player for good. */
export const TURNS: readonly number[] = [7, 20, 7, 20, 5, 20, 5].map((seconds) =>
  ticksOf(seconds * 1000),
);
/** So many dots eaten let each of them out, the first at once; or so much time for each. */
export const LEAVE_DOTS: readonly number[] = [0, 8, 30, 60];
export const LEAVE_TICKS: readonly number[] = [0, 4, 10, 16].map((seconds) =>
  ticksOf(seconds * 1000),
);
/** The one in front aims so many cells ahead; the one at the side takes its measure from so many. */
export const AMBUSH_CELLS = 4;
export const FLANK_CELLS = 2;
/** The shy one turns away when it is nearer than this, cells. */
export const SHY_CELLS = 8;

export const READY_TICKS = ticksOf(1500);
export const DYING_TICKS = ticksOf(1300);
export const CLEARED_TICKS = ticksOf(1500);

/** Parts of a cell: what is between two of them has a place in whole numbers. */
export const PARTS = 120;
/** Player and ghost meet when they are nearer than this, parts. */
export const MEET_PARTS = 72;

// The arcade game beside it.

export const LEVELS = 9;
export const FIRST_LIVES = 3;
export const EXTRA_LIFE_SCORE = 10_000;
export const DOT_SCORE = 10;
export const PELLET_SCORE = 50;
/** Ghosts of one pellet, one after the other. */
export const GHOST_SCORES: readonly number[] = [200, 400, 800, 1600];
/** Of each level, the last one from then on. */
export const FRUIT_SCORES: readonly number[] = [100, 300, 500, 700, 1000, 2000, 3000, 5000];
/** Dots eaten when it appears, and how long it stays. */
export const FRUIT_DOTS: readonly number[] = [70, 150];
export const FRUIT_TICKS = ticksOf(9000);
/** From cell to cell on the first level; one tick less on some of the later ones. */
export const ARCADE_MOVE_TICKS = 9;
export const QUICKER_LEVELS: readonly number[] = [3, 6];
/** Each level scares for so much less, down to the least. */
export const SCARED_LESS_TICKS = ticksOf(1000);
export const LEAST_SCARED_TICKS = ticksOf(3000);
