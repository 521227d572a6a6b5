/** Whac-A-Mole: a mole and an ostrich come up in nine holes, in six increasingly fast rounds. */
import { type Input, type Outcome, PositionError, TICK_MS, ticksOf } from '../kit/engine.ts';
import { below, next, type Random } from '../kit/random.ts';

/** Holes per row and column, and holes of the garden. */
export const SIDE = 3;
export const HOLES = SIDE * SIDE;

/** Duration of a round: 12 s, in ticks. */
export const ROUND_TICKS = ticksOf(12_000);
/** Pause before a round: 1.5 s, in ticks. */
export const READY_TICKS = ticksOf(1500);
/** Time that the mole stays up in each round, in ticks. */
const MOLE_STAYS = [1500, 1250, 1050, 900, 800, 700].map(ticksOf);
/** Time that the ostrich stays up in each round, in ticks. */
const OSTRICH_STAYS = [1200, 1000, 850, 750, 650, 600].map(ticksOf);
export const ROUNDS = MOLE_STAYS.length;
/** Minimum time below ground, and the random time added to it: 300 ms and up to 500 ms, in ticks. */
const AWAY_TICKS = ticksOf(300);
const AWAY_CHANCE_TICKS = ticksOf(500);
/** Time that a creature pops after a hit: 300 ms, in ticks. */
export const POP_TICKS = ticksOf(300);
/** Minimum interval between two blows: 150 ms, in ticks. */
export const SWING_TICKS = ticksOf(150);
const POINTS = { mole: 10, ostrich: 20 } as const;
/** The multiplier increases after this many hits in a row. */
const STREAK = 5;
const MULTIPLIER_MAX = 4;
/** The game ends after this many misses: blows on empty holes and escaped creatures. */
export const MISSES_MAX = 12;

export const game = 'whac-a-mole';
export const rules = 1;
export const tickMs = TICK_MS;
/** Inputs from 1 to 9 hit a hole; 0 does nothing. */
export const inputCount = HOLES + 1;

/** The game has no options. */
export type Options = Record<never, never>;
export type Kind = 'mole' | 'ostrich';

/** A creature: below ground, up in a hole, or popping after a hit. */
export interface Creature {
  kind: Kind;
  is: 'away' | 'up' | 'hit';
  hole: number;
  /** Ticks until this status ends. */
  left: number;
}

export interface State {
  random: Random;
  /** Before a round, in a round, or ended. */
  phase: 'ready' | 'round' | 'won' | 'lost';
  round: number;
  /** Ticks until the phase ends. */
  left: number;
  creatures: [Creature, Creature];
  /** Hole of the hammer, and ticks until it is up; 0 if it is. */
  swing: { hole: number; left: number };
  moles: number;
  ostriches: number;
  /** Points of multipliers, beyond those of the hits. */
  bonus: number;
  streak: number;
  misses: number;
}

const stayOf = (kind: Kind, round: number): number =>
  (kind === 'mole' ? MOLE_STAYS : OSTRICH_STAYS)[round - 1] as number;

/** Returns the ticks that a creature stays up, for drawing. */
export const stayTicks = ({ round }: State, { kind }: Creature): number => stayOf(kind, round);

/** Hides both creatures for a random time. */
function hidden(state: State): State {
  let { random } = state;
  const creatures = state.creatures.map((creature): Creature => {
    random = next(random);
    return { ...creature, is: 'away', left: AWAY_TICKS + below(random, AWAY_CHANCE_TICKS) };
  }) as [Creature, Creature];
  return { ...state, random, creatures };
}

/** Returns the multiplier after this many hits in a row. */
export const multiplierOf = (streak: number): number =>
  Math.min(MULTIPLIER_MAX, 1 + Math.floor(streak / STREAK));

function withMiss(state: State): State {
  const misses = state.misses + 1;
  return { ...state, misses, streak: 0, phase: misses >= MISSES_MAX ? 'lost' : state.phase };
}

function withHit(state: State, kind: Kind): State {
  return {
    ...state,
    moles: state.moles + (kind === 'mole' ? 1 : 0),
    ostriches: state.ostriches + (kind === 'ostrich' ? 1 : 0),
    bonus: state.bonus + POINTS[kind] * (multiplierOf(state.streak) - 1),
    streak: state.streak + 1,
  };
}

const withCreature = (state: State, index: number, creature: Creature): State => ({
  ...state,
  creatures: state.creatures.map((each, place) => (place === index ? creature : each)) as [
    Creature,
    Creature,
  ],
});

/** Swings the hammer at a hole. A popping creature is not hit again. */
function whack(state: State, hole: number): State {
  const struck = { ...state, swing: { hole, left: SWING_TICKS } };
  const index = state.creatures.findIndex(({ is, hole: where }) => is !== 'away' && where === hole);
  const creature = state.creatures[index];
  if (!creature) return withMiss(struck);
  if (creature.is === 'hit') return struck;
  return withHit(
    withCreature(struck, index, { ...creature, is: 'hit', left: POP_TICKS }),
    creature.kind,
  );
}

/** Advances a creature by one tick. */
function moved(state: State, index: number): State {
  const creature = state.creatures[index] as Creature;
  const other = state.creatures[1 - index] as Creature;
  if (creature.left > 1)
    return withCreature(state, index, { ...creature, left: creature.left - 1 });
  const random = next(state.random);
  if (creature.is === 'away') {
    // Not the hole of the other creature, and not the same hole twice in a row.
    const taken = other.is === 'away' ? [creature.hole] : [creature.hole, other.hole];
    const free = Array.from({ length: HOLES }, (_, hole) => hole).filter(
      (hole) => !taken.includes(hole),
    );
    const hole = free[below(random, free.length)] as number;
    const left = stayOf(creature.kind, state.round);
    return withCreature({ ...state, random }, index, { ...creature, is: 'up', hole, left });
  }
  const left = AWAY_TICKS + below(random, AWAY_CHANCE_TICKS);
  const gone = withCreature({ ...state, random }, index, { ...creature, is: 'away', left });
  return creature.is === 'up' ? withMiss(gone) : gone;
}

function endOfPhase(state: State): State {
  if (state.phase === 'ready') return { ...state, phase: 'round', left: ROUND_TICKS };
  if (state.round >= ROUNDS) return { ...state, phase: 'won', left: 0 };
  return hidden({ ...state, phase: 'ready', round: state.round + 1, left: READY_TICKS });
}

/** Advances by one tick. An input from 1 to 9 swings the hammer at that hole, in reading order. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  const { swing } = state;
  let after: State = { ...state, left: state.left - 1 };
  if (swing.left > 0) after.swing = { ...swing, left: swing.left - 1 };
  if (after.phase === 'round') {
    if (swing.left === 0 && input >= 1 && input <= HOLES) after = whack(after, input - 1);
    for (const index of [0, 1]) if (after.phase === 'round') after = moved(after, index);
  }
  return after.left <= 0 && after.phase !== 'lost' ? endOfPhase(after) : after;
}

/** Points of hits and multipliers. */
export const scoreOf = ({ moles, ostriches, bonus }: State): number =>
  POINTS.mole * moles + POINTS.ostrich * ostriches + bonus;

/** Won after the last round, lost after too many misses. */
export const outcomeOf = ({ phase }: State): Outcome =>
  phase === 'won' || phase === 'lost' ? phase : 'playing';

export const readOptions = (value: unknown): Options | null =>
  typeof value === 'object' && value !== null ? {} : null;

/** Returns the state before the first round. */
export const start = (seed: number): State =>
  hidden({
    random: seed,
    phase: 'ready',
    round: 1,
    left: READY_TICKS,
    creatures: [
      { kind: 'mole', is: 'away', hole: 0, left: 0 },
      { kind: 'ostrich', is: 'away', hole: 0, left: 0 },
    ],
    swing: { hole: 0, left: 0 },
    moles: 0,
    ostriches: 0,
    bonus: 0,
    streak: 0,
    misses: 0,
  });

const numbers = ['round', 'left', 'moles', 'ostriches', 'bonus', 'streak', 'misses'] as const;

/**
 * Reads three rows of holes (M and O are up, m and o popping) and values that differ from a new first round:
 * `M../.../..o misses=3`.
 */
export function readPosition(text: string): State {
  const [garden = '', ...facts] = text.split(' ');
  const holes = garden.replaceAll('/', '');
  if (!/^([.MmOo]{3}\/){2}[.MmOo]{3}$/.test(garden)) {
    throw new PositionError(`not three rows of three holes: ${text}`);
  }
  const state = { ...start(0), phase: 'round' as State['phase'], left: ROUND_TICKS };
  for (const fact of facts) {
    const [, name, value] = /^([a-z]+)=(\w+)$/.exec(fact) ?? [];
    const candidate = numbers.find((each) => each === name);
    if (candidate && /^\d+$/.test(value ?? '')) state[candidate] = Number(value);
    else if (fact === 'phase=ready' || fact === 'phase=won' || fact === 'phase=lost') {
      state.phase = value as State['phase'];
    } else throw new PositionError(`unknown fact: ${fact}`);
  }
  if (state.round < 1 || state.round > ROUNDS) throw new PositionError(`no such round: ${text}`);
  const creatures = state.creatures.map((creature, index): Creature => {
    const letter = index === 0 ? /m/i.exec(holes) : /o/i.exec(holes);
    if (!letter) return creature;
    const is = letter[0] === letter[0].toUpperCase() ? 'up' : 'hit';
    const left = is === 'up' ? stayOf(creature.kind, state.round) : POP_TICKS;
    return { ...creature, is, hole: letter.index, left };
  }) as [Creature, Creature];
  return { ...state, creatures };
}

/** Writes the notation of `readPosition`, without the remaining times of creatures. */
export function writePosition(state: State): string {
  const holes = new Array<string>(HOLES).fill('.');
  for (const { kind, is, hole } of state.creatures) {
    const letter = kind === 'mole' ? 'm' : 'o';
    if (is !== 'away') holes[hole] = is === 'up' ? letter.toUpperCase() : letter;
  }
  const fresh = { ...start(0), left: ROUND_TICKS };
  const facts = numbers
    .filter((name) => state[name] !== fresh[name])
    .map((name) => `${name}=${state[name]}`);
  const phase = state.phase === 'round' ? [] : [`phase=${state.phase}`];
  const garden = holes.join('').replace(/(...)(?=.)/g, '$1/');
  return [garden, ...facts, ...phase].join(' ');
}
