/** Ticks of a second: one for each picture of a usual display. */
const TICKS_PER_SECOND = 60;
/** Milliseconds of a tick. */
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Holes of a side of the garden, and of all of it. */
export const SIDE = 3;
export const HOLES = SIDE * SIDE;

/** A round's length, in ticks of 16⅔ ms: 12 s. */
export const ROUND_TICKS = ticksOf(12_000);
/** Before a round nobody is to be seen for 1.5 s. */
export const READY_TICKS = ticksOf(1500);
/** How long the mole stays up in each round, in ticks: 1,500 ms at first, 700 ms in the last. */
export const MOLE_STAYS = [1500, 1250, 1050, 900, 800, 700].map(ticksOf);
/** How long the ostrich stays up, which is the shyer one: 1,200 ms at first. */
export const OSTRICH_STAYS = [1200, 1000, 850, 750, 650, 600].map(ticksOf);
/** Rounds of a game. */
export const ROUNDS = MOLE_STAYS.length;
/** Who went away is away for 300 ms at least, and up to 500 ms more by chance. */
export const AWAY_TICKS = ticksOf(300);
export const AWAY_CHANCE_TICKS = ticksOf(500);
/** Who is hit pops for 300 ms, and turns up elsewhere then. */
export const POP_TICKS = ticksOf(300);
/** The hammer is down for 150 ms; until then it cannot hit again. */
export const SWING_TICKS = ticksOf(150);

/** What each is worth. */
export const POINTS = { mole: 10, ostrich: 20 } as const;
/** After so many hits in a row each further one is worth once more its points… */
export const STREAK = 5;
/** …and never more than so many times. */
export const MOST_TIMES = 4;
/** With so many misses the game is over: blows beside, and those that got away. */
export const MOST_MISSES = 12;
