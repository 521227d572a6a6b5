import { ticksOf } from '../kit/engine.ts';

// The classic game, as documented: cells in rows from the top left.

/** Width of the field, in cells. */
export const COLUMNS = 20;
export const CELLS = 400;
export const INVADERS = 33;
/** Invaders in each of the three rows at the start. */
export const INVADERS_IN_ROW = 11;
/** Start of the shooter: the middle of the last row. */
export const FIRST_SHOOTER_CELL = 390;
export const INVADER_MOVE_TICKS = ticksOf(500);
export const LASER_STEP_TICKS = ticksOf(50);
export const EXPLOSION_TICKS = ticksOf(250);
/** A held key repeats the move after this time. */
export const HOLD_TICKS = ticksOf(200);
export const HOLD_STEP_TICKS = ticksOf(100);
/** Minimum interval between two lasers. */
export const RELOAD_TICKS = ticksOf(400);

// The arcade game. Positions are in parts of a pixel, as whole numbers; sizes are in pixels.

/** Parts of a pixel, so that slow movement uses whole numbers. */
export const PARTS = 16;
/** Width and height of the field, in pixels. */
export const FIELD = 320;
export const WAVES = 10;
export const FIRST_LIVES = 3;
/** Score that brings one extra life, once. */
export const EXTRA_LIFE_SCORE = 1500;
/** Points for each life left after the last wave. */
export const LIFE_SCORE = 500;

export const ROWS = 5;
export const FULL_ROW = (1 << INVADERS_IN_ROW) - 1;
/** Distance between invaders, in pixels. */
export const INVADER_SPACE_X = 22;
export const INVADER_SPACE_Y = 20;
export const INVADER_WIDTH = 16;
export const INVADER_HEIGHT = 12;
/** Points of each row, from the top. */
export const ROW_SCORES: readonly number[] = [30, 20, 20, 10, 10];
export const FORMATION_X = 39;
export const FORMATION_Y = 44;
/** Pixels by which each wave starts lower than the one before, up to the fifth. */
export const WAVE_LOWER_Y = 10;
export const LOWEST_START_WAVE = 5;
/** Distance and speed of the descent at an edge, in pixels and in parts per tick. */
export const DROP_Y = 8;
export const DROP_SPEED = 16;
/** Margin of the field, in pixels. */
export const EDGE = 6;

export const SHIP_WIDTH = 20;
export const SHIP_HEIGHT = 12;
export const SHIP_Y = 296;
/** Speed in parts per tick. */
export const SHIP_SPEED = 40;

export const SHOT_HEIGHT = 8;
/** Speed in parts per tick. */
export const SHOT_SPEED = 80;
export const SHOTS_MAX = 2;
export const SHOT_REST_TICKS = ticksOf(250);

export const BOMB_HEIGHT = 8;
/** Half of a bomb's width, in pixels. */
export const BOMB_REACH = 2;
/** Speed in parts per tick, and its increase per wave. */
export const BOMB_SPEED = 26;
export const BOMB_SPEED_WAVE = 2;
export const FIRST_BOMBS = 2;
export const BOMBS_MAX = 6;
export const BOMB_REST_TICKS = ticksOf(600);
export const BOMB_CHANCE_TICKS = ticksOf(600);

/** Left edges of the shields, in pixels. */
export const SHIELDS_X: readonly number[] = [40, 112, 184, 256];
export const SHIELD_Y = 250;
/** Size of a shield's cells in pixels; each row is the bits of its cells. */
export const SHIELD_CELL = 2;
export const SHIELD_COLUMNS = 12;
/** The first cell is the highest bit. */
export const SHIELD_ROWS: readonly number[] = [
  0b001111111100, 0b011111111110, 0b111111111111, 0b111111111111, 0b111111111111, 0b111111111111,
  0b111100001111, 0b111000000111,
];

export const BONUS_WIDTH = 28;
export const BONUS_HEIGHT = 12;
export const BONUS_Y = 20;
/** Speed in parts per tick. */
export const BONUS_SPEED = 24;
export const BONUS_SCORES: readonly number[] = [50, 100, 150, 300];
export const BONUS_REST_TICKS = ticksOf(15_000);
export const BONUS_CHANCE_TICKS = ticksOf(10_000);
/** The bonus ship no longer comes when fewer invaders are left. */
export const BONUS_INVADERS_MIN = 8;

export const READY_TICKS = ticksOf(1500);
export const DYING_TICKS = ticksOf(1200);
export const CLEARED_TICKS = ticksOf(1500);
/** Time for which a new ship is invulnerable. */
export const SAFE_TICKS = ticksOf(2000);
