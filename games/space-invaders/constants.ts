/** Sixty ticks are a second, so that all documented times are whole numbers of ticks. */
export const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

// The classic game, as documented: cells in rows from the top left.

/** Cells. */
export const COLUMNS = 20;
/** Cells. */
export const CELLS = 400;
export const INVADERS = 33;
/** Invaders side by side at the start, in three rows. */
export const INVADERS_IN_ROW = 11;
/** The middle of the last row. */
export const FIRST_SHOOTER_CELL = 390;
export const INVADER_MOVE_TICKS = ticksOf(500);
export const LASER_STEP_TICKS = ticksOf(50);
export const EXPLOSION_TICKS = ticksOf(250);
/** A key that stays down moves the shooter on after this, and then each time the second has passed. */
export const HOLD_TICKS = ticksOf(200);
export const HOLD_STEP_TICKS = ticksOf(100);
/** Between two lasers while Fire is held. */
export const RELOAD_TICKS = ticksOf(400);

// The arcade game. Places are in parts of a pixel, whole numbers; sizes in pixels.

/** Parts of a pixel: what moves slowly still moves by whole numbers. */
export const PARTS = 16;
/** Pixels, both ways. */
export const FIELD = 320;
export const WAVES = 10;
export const FIRST_LIVES = 3;
/** One more life, once, at this score. */
export const EXTRA_LIFE_SCORE = 1500;
/** For each life left when the last wave is beaten. */
export const LIFE_SCORE = 500;

export const ROWS = 5;
export const FULL_ROW = (1 << INVADERS_IN_ROW) - 1;
/** From one invader to the next, pixels. */
export const INVADER_SPACE_X = 22;
export const INVADER_SPACE_Y = 20;
export const INVADER_WIDTH = 16;
export const INVADER_HEIGHT = 12;
/** Points of each row, the highest first. */
export const ROW_SCORES: readonly number[] = [30, 20, 20, 10, 10];
export const FORMATION_X = 39;
export const FORMATION_Y = 44;
/** Each wave begins so much lower than the one before, up to the fifth. */
export const WAVE_LOWER_Y = 10;
export const LOWEST_START_WAVE = 5;
/** How far the formation comes down at an edge, pixels, and how fast, parts in a tick. */
export const DROP_Y = 8;
export const DROP_SPEED = 16;
/** From the field's edges, pixels. */
export const EDGE = 6;

export const SHIP_WIDTH = 20;
export const SHIP_HEIGHT = 12;
export const SHIP_Y = 296;
/** Parts in a tick. */
export const SHIP_SPEED = 40;

export const SHOT_HEIGHT = 8;
/** Parts in a tick. */
export const SHOT_SPEED = 80;
export const MOST_SHOTS = 2;
export const SHOT_REST_TICKS = ticksOf(250);

export const BOMB_HEIGHT = 8;
/** Half of a bomb's width, pixels. */
export const BOMB_REACH = 2;
/** Parts in a tick, and what each wave adds. */
export const BOMB_SPEED = 26;
export const BOMB_SPEED_WAVE = 2;
export const FIRST_BOMBS = 2;
export const MOST_BOMBS = 6;
export const BOMB_REST_TICKS = ticksOf(600);
export const BOMB_CHANCE_TICKS = ticksOf(600);

/** Left edges of the shields, pixels. */
export const SHIELDS_X: readonly number[] = [40, 112, 184, 256];
export const SHIELD_Y = 250;
/** A shield is made of cells this large, pixels; each row is the bits of its cells. */
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
/** Parts in a tick. */
export const BONUS_SPEED = 24;
export const BONUS_SCORES: readonly number[] = [50, 100, 150, 300];
export const BONUS_REST_TICKS = ticksOf(15_000);
export const BONUS_CHANCE_TICKS = ticksOf(10_000);
/** It comes no more when fewer invaders are left. */
export const BONUS_LEAST_INVADERS = 8;

export const READY_TICKS = ticksOf(1500);
export const DYING_TICKS = ticksOf(1200);
export const CLEARED_TICKS = ticksOf(1500);
/** After a new ship has come nothing can hit it for so long. */
export const SAFE_TICKS = ticksOf(2000);
