/** Bird Shooting: rounds of seven seconds with a new bird every half second. */
import {
  advanceBird,
  type Bird,
  type Breed,
  hitBird,
  isGone,
  NO_SHOT,
  newBird,
  readBirds,
  targetOfShot,
  writeBirds,
} from '../kit/birds.ts';
import {
  type Input,
  type Outcome,
  PositionError,
  TICK_MS,
  TICKS_PER_SECOND,
  ticksOf,
} from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';

/** Duration of a round: 7,000 ms (spec section 9), in ticks. */
export const ROUND_TICKS = ticksOf(7000);
/** Ticks per second of the countdown. */
export const SECOND_TICKS = TICKS_PER_SECOND;
/** Interval between birds: 500 ms (spec section 9), in ticks. */
export const BIRD_TICKS = ticksOf(500);
/** Number of birds in a round. */
export const BIRDS = ROUND_TICKS / BIRD_TICKS;
/** Pause before a round: 1.5 s, in ticks. */
export const READY_TICKS = ticksOf(1500);
/** Minimum interval between two shots: 200 ms, in ticks. */
export const REST_TICKS = ticksOf(200);

/** Hits required in the single round, and in each of the five rounds of a season. */
const CLASSIC_GOALS = [7] as const;
const SEASON_GOALS = [5, 6, 7, 8, 9] as const;

/** Bird of each round, smaller and faster each time. Speeds are sixteenths of a unit per tick. */
export const BREEDS: readonly Breed[] = [
  { radius: 20, speed: 26, speedChance: 10, sway: 5 },
  { radius: 18, speed: 32, speedChance: 12, sway: 7 },
  { radius: 17, speed: 38, speedChance: 14, sway: 9 },
  { radius: 16, speed: 44, speedChance: 16, sway: 11 },
  { radius: 15, speed: 50, speedChance: 20, sway: 13 },
];
/** Points of a bird in the first round; doubled in the second, tripled in the third, and so on. */
const BIRD_POINTS = 10;

export const game = 'bird-shooting';
export const rules = 1;
export const tickMs = TICK_MS;
/** Every input with a meaning is a shot. */
export const inputCount = NO_SHOT;

/** One round, as documented, or a season of five. */
export type Options = { mode: 'classic' | 'season' };

export interface State {
  options: Options;
  random: Random;
  phase: 'ready' | 'round' | 'won' | 'lost';
  round: number;
  /** Ticks until the phase ends: the countdown. */
  left: number;
  birds: Bird[];
  /** Ticks until the next shot is possible. */
  rest: number;
  /** Position of the last shot, for drawing; null before the first. */
  shot: { x: number; y: number; isHit: boolean } | null;
  /** Birds hit in this round, and shots fired in the game. */
  hits: number;
  shots: number;
  score: number;
}

const goalsOf = ({ mode }: Options): readonly number[] =>
  mode === 'classic' ? CLASSIC_GOALS : SEASON_GOALS;

/** Returns the number of hits required in this round. */
export const goalOf = ({ options, round }: State): number => goalsOf(options)[round - 1] ?? 0;
export const roundsOf = ({ options }: State): number => goalsOf(options).length;

function shoot(state: State, x: number, y: number): State {
  const index = hitBird(state.birds, BREEDS, x, y);
  const after = { ...state, rest: REST_TICKS, shots: state.shots + 1 };
  if (index < 0) return { ...after, shot: { x, y, isHit: false } };
  return {
    ...after,
    shot: { x, y, isHit: true },
    birds: state.birds.map((bird, place) =>
      place === index ? { ...bird, is: 'falling', age: 0 } : bird,
    ),
    hits: state.hits + 1,
    score: state.score + BIRD_POINTS * state.round,
  };
}

function withBirdsFlown(state: State): State {
  const birds = state.birds
    .map((bird) => advanceBird(bird, BREEDS[bird.kind] as (typeof BREEDS)[number]))
    .filter((bird) => !isGone(bird, BREEDS[bird.kind] as (typeof BREEDS)[number]));
  if (state.phase !== 'round' || state.left % BIRD_TICKS !== 0) return { ...state, birds };
  const kind = state.round - 1;
  const [bird, random] = newBird(state.random, kind, BREEDS[kind] as (typeof BREEDS)[number]);
  return { ...state, random, birds: [...birds, bird] };
}

function endOfPhase(state: State): State {
  if (state.phase === 'ready') return { ...state, phase: 'round', left: ROUND_TICKS };
  if (state.hits < goalOf(state)) return { ...state, phase: 'lost' };
  if (state.round >= roundsOf(state)) return { ...state, phase: 'won' };
  return {
    ...state,
    phase: 'ready',
    left: READY_TICKS,
    round: state.round + 1,
    birds: [],
    hits: 0,
  };
}

/** Advances by one tick. The input is a shot or nothing. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  let after: State = { ...state, rest: Math.max(0, state.rest - 1) };
  const place = targetOfShot(input);
  if (place && state.rest === 0 && state.phase === 'round') {
    after = shoot({ ...after, rest: 0 }, place.x, place.y);
  }
  after = withBirdsFlown(after);
  after.left -= 1;
  return after.left <= 0 ? endOfPhase(after) : after;
}

/** Points of all birds hit. */
export const scoreOf = ({ score }: State): number => score;

/** Won after enough hits in each round. */
export const outcomeOf = ({ phase }: State): Outcome =>
  phase === 'won' || phase === 'lost' ? phase : 'playing';

/** Returns valid options from untrusted input, or null. `{}` is the documented game of one round. */
export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { mode = 'classic' } = value as Record<string, unknown>;
  return mode === 'classic' || mode === 'season' ? { mode } : null;
}

/** Returns the state before the first round. */
export const start = (seed: number, options: Options): State => ({
  options,
  random: seed,
  phase: 'ready',
  round: 1,
  left: READY_TICKS,
  birds: [],
  rest: 0,
  shot: null,
  hits: 0,
  shots: 0,
  score: 0,
});

const numbers = ['round', 'left', 'rest', 'hits', 'shots', 'score'] as const;

/** Reads mode and phase, birds, and values that differ from a new round: `classic round | a160,120+30 | hits=3`. */
export function readPosition(text: string): State {
  const [head = '', sky = '', facts = '', ...more] = text.split(' | ');
  const [mode, phase] = head.split(' ');
  const options = readOptions({ mode });
  const birds = readBirds(sky, BREEDS.length);
  const phases = ['ready', 'round', 'won', 'lost'] as const;
  const validPhase = phases.find((each) => each === phase);
  if (!options || !birds || !validPhase || more.length > 0)
    throw new PositionError(`none: ${text}`);
  const left = validPhase === 'ready' ? READY_TICKS : validPhase === 'round' ? ROUND_TICKS : 0;
  const state: State = { ...start(0, options), phase: validPhase, left, birds };
  for (const fact of facts.split(' ').filter(Boolean)) {
    const [, name, value] = /^([a-z]+)=(\d+)$/.exec(fact) ?? [];
    const number = numbers.find((each) => each === name);
    if (!number) throw new PositionError(`unknown fact: ${fact}`);
    state[number] = Number(value);
  }
  if (state.round < 1 || state.round > roundsOf(state))
    throw new PositionError(`no round: ${text}`);
  return state;
}

/** Writes the notation of `readPosition`, without the age of birds. */
export function writePosition(state: State): string {
  const { options, phase, birds } = state;
  const left = phase === 'ready' ? READY_TICKS : phase === 'round' ? ROUND_TICKS : 0;
  const fresh = { ...start(0, options), left };
  const facts = numbers
    .filter((name) => state[name] !== fresh[name])
    .map((name) => `${name}=${state[name]}`);
  const parts = [`${options.mode} ${phase}`, writeBirds(birds)];
  return [...parts, ...(facts.length > 0 ? [facts.join(' ')] : [])].join(' | ');
}
