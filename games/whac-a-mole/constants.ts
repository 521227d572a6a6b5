/** One tick per frame of a 60 Hz display. */
const TICKS_PER_SECOND = 60;
/** Duration of a tick, in milliseconds. */
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Holes per row and column, and holes of the garden. */
export const SIDE = 3;
export const HOLES = SIDE * SIDE;

/** Duration of a round: 12 s, in ticks. */
export const ROUND_TICKS = ticksOf(12_000);
/** Pause before a round: 1.5 s, in ticks. */
export const READY_TICKS = ticksOf(1500);
/** Time that the mole stays up in each round, in ticks. */
export const MOLE_STAYS = [1500, 1250, 1050, 900, 800, 700].map(ticksOf);
/** Time that the ostrich stays up in each round, in ticks. */
export const OSTRICH_STAYS = [1200, 1000, 850, 750, 650, 600].map(ticksOf);
/** Number of rounds. */
export const ROUNDS = MOLE_STAYS.length;
/** Minimum time below ground, and the random time added to it: 300 ms and up to 500 ms, in ticks. */
export const AWAY_TICKS = ticksOf(300);
export const AWAY_CHANCE_TICKS = ticksOf(500);
/** Time that a creature pops after a hit: 300 ms, in ticks. */
export const POP_TICKS = ticksOf(300);
/** Minimum interval between two blows: 150 ms, in ticks. */
export const SWING_TICKS = ticksOf(150);

/** Points of a hit. */
export const POINTS = { mole: 10, ostrich: 20 } as const;
/** The multiplier increases after this many hits in a row. */
export const STREAK = 5;
/** Maximum multiplier. */
export const MULTIPLIER_MAX = 4;
/** The game ends after this many misses: blows on empty holes and escaped creatures. */
export const MISSES_MAX = 12;
