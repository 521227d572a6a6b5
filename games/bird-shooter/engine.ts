/** Bird Shooter: waves of three kinds of birds, six cartridges, a reload, and a multiplier for streaks. */
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
import { type Input, type Outcome, PositionError, TICK_MS, ticksOf } from '../kit/engine.ts';
import { type Random, shuffled } from '../kit/random.ts';

/** Cartridges of a full gun. */
export const MAGAZINE = 6;
/** Duration of a reload of all cartridges: 1.2 s, in ticks. */
export const RELOAD_TICKS = ticksOf(1200);
/** Minimum interval between two shots: 150 ms, in ticks. */
const REST_TICKS = ticksOf(150);
/** Pause before a wave: 2 s, in ticks. */
export const READY_TICKS = ticksOf(2000);

/** Goose, pigeon and swift. Speeds are sixteenths of a unit per tick; the field is 320 units wide. */
export const BREEDS: readonly Breed[] = [
  { radius: 19, speed: 20, speedChance: 8, sway: 5 },
  { radius: 16, speed: 34, speedChance: 10, sway: 9 },
  { radius: 13, speed: 54, speedChance: 14, sway: 3 },
];
/** Points of a goose, a pigeon and a swift; smaller and faster birds have more. */
export const BIRD_POINTS = [10, 25, 60] as const;

/** A wave: the number of birds of each kind, and the ticks between two birds. */
interface Wave {
  birds: readonly [geese: number, pigeons: number, swifts: number];
  every: number;
}

export const WAVES: readonly Wave[] = [
  { birds: [8, 0, 0], every: ticksOf(1100) },
  { birds: [7, 3, 0], every: ticksOf(1000) },
  { birds: [6, 5, 1], every: ticksOf(900) },
  { birds: [5, 7, 2], every: ticksOf(850) },
  { birds: [4, 8, 3], every: ticksOf(800) },
  { birds: [3, 9, 5], every: ticksOf(750) },
  { birds: [2, 9, 7], every: ticksOf(700) },
  { birds: [0, 10, 10], every: ticksOf(650) },
];

/** The game ends after this many escaped birds. */
export const ESCAPES_MAX = 15;
/** The multiplier increases after this many hits in a row. */
const STREAK = 4;
const MULTIPLIER_MAX = 5;
/** Bonus for a wave without an escape. */
const CLEAN_POINTS = 100;

export const game = 'bird-shooter';
export const rules = 1;
export const tickMs = TICK_MS;

/** Input that reloads; smaller inputs are shots. */
export const RELOAD = NO_SHOT;
export const inputCount = RELOAD + 1;

/** The game has no options. */
export type Options = Record<never, never>;

export interface State {
  random: Random;
  phase: 'ready' | 'wave' | 'won' | 'lost';
  wave: number;
  /** Ticks until the wave starts, or until its next bird. */
  left: number;
  /** Kinds of the birds still to come in this wave. */
  coming: number[];
  birds: Bird[];
  ammunition: number;
  /** Ticks until the gun is reloaded; 0 if it is ready. */
  reload: number;
  /** Ticks until the next shot is possible. */
  rest: number;
  /** Position of the last shot, for drawing; null before the first. */
  shot: { x: number; y: number; isHit: boolean } | null;
  streak: number;
  /** Escaped birds of this wave and of the game. */
  waveEscapes: number;
  escapes: number;
  score: number;
}

const waveOf = (wave: number): Wave => WAVES[wave - 1] as Wave;
const breedOf = ({ kind }: Bird): Breed => BREEDS[kind] as Breed;

/** Returns the multiplier after this many hits in a row. */
export const multiplierOf = (streak: number): number =>
  Math.min(MULTIPLIER_MAX, 1 + Math.floor(streak / STREAK));

function withWave(state: State, wave: number): State {
  const kinds = waveOf(wave).birds.flatMap((count, kind) => new Array<number>(count).fill(kind));
  const [coming, random] = shuffled(state.random, kinds);
  return { ...state, random, wave, coming, phase: 'ready', left: READY_TICKS, waveEscapes: 0 };
}

function shoot(state: State, x: number, y: number): State {
  const after = { ...state, rest: REST_TICKS, ammunition: state.ammunition - 1 };
  const index = hitBird(state.birds, BREEDS, x, y);
  const bird = state.birds[index];
  if (!bird) return { ...after, shot: { x, y, isHit: false }, streak: 0 };
  const birds = [...state.birds];
  birds[index] = { ...bird, is: 'falling', age: 0 };
  return {
    ...after,
    birds,
    shot: { x, y, isHit: true },
    streak: state.streak + 1,
    score: state.score + (BIRD_POINTS[bird.kind] ?? 0) * multiplierOf(state.streak),
  };
}

/** Applies the player's input of this tick: a shot, a reload, or nothing. */
function withInput(state: State, input: Input): State {
  const isReloading = state.reload > 0;
  if (input === RELOAD) {
    if (isReloading || state.ammunition === MAGAZINE) return state;
    return { ...state, reload: RELOAD_TICKS };
  }
  const place = targetOfShot(input);
  const mayShoot = !isReloading && state.rest === 0 && state.ammunition > 0;
  return place && mayShoot && state.phase === 'wave' ? shoot(state, place.x, place.y) : state;
}

function advanceGun(state: State): State {
  const reload = Math.max(0, state.reload - 1);
  const isLoaded = state.reload === 1;
  return {
    ...state,
    reload,
    rest: Math.max(0, state.rest - 1),
    ammunition: isLoaded ? MAGAZINE : state.ammunition,
  };
}

function advanceBirds(state: State): State {
  const moved = state.birds.map((bird) => advanceBird(bird, breedOf(bird)));
  const birds = moved.filter((bird) => !isGone(bird, breedOf(bird)));
  const away = moved.filter((bird) => bird.is === 'flying' && isGone(bird, breedOf(bird))).length;
  const escapes = state.escapes + away;
  const after = { ...state, birds, escapes, waveEscapes: state.waveEscapes + away };
  if (escapes >= ESCAPES_MAX) return { ...after, phase: 'lost' };
  return away > 0 ? { ...after, streak: 0 } : after;
}

function withNextBird(state: State): State {
  const [kind, ...coming] = state.coming;
  if (kind === undefined) return state;
  const [bird, random] = newBird(state.random, kind, BREEDS[kind] as Breed);
  return {
    ...state,
    random,
    coming,
    birds: [...state.birds, bird],
    left: waveOf(state.wave).every,
  };
}

function endOfWave(state: State): State {
  const score = state.score + (state.waveEscapes === 0 ? CLEAN_POINTS : 0);
  if (state.wave >= WAVES.length) return { ...state, score, phase: 'won' };
  return withWave({ ...state, score }, state.wave + 1);
}

/** Advances by one tick. The input is a shot, a reload, or nothing. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  // The interval ends before the input, so that it lasts exactly `REST_TICKS`.
  let after = advanceBirds(withInput(advanceGun(state), input));
  if (after.phase === 'lost') return after;
  after = { ...after, left: Math.max(0, after.left - 1) };
  if (after.phase === 'ready') return after.left === 0 ? { ...after, phase: 'wave' } : after;
  if (after.left === 0) after = withNextBird(after);
  return after.coming.length === 0 && after.birds.length === 0 ? endOfWave(after) : after;
}

/** Points of birds, streaks and clean waves. */
export const scoreOf = ({ score }: State): number => score;

/** Won after the last wave, lost after too many escapes. */
export const outcomeOf = ({ phase }: State): Outcome =>
  phase === 'won' || phase === 'lost' ? phase : 'playing';

export const readOptions = (value: unknown): Options | null =>
  typeof value === 'object' && value !== null ? {} : null;

/** Returns the state before the first wave, with a full gun. */
export const start = (seed: number): State =>
  withWave(
    {
      random: seed,
      phase: 'ready',
      wave: 1,
      left: 0,
      coming: [],
      birds: [],
      ammunition: MAGAZINE,
      reload: 0,
      rest: 0,
      shot: null,
      streak: 0,
      waveEscapes: 0,
      escapes: 0,
      score: 0,
    },
    1,
  );

const numbers = [
  'wave',
  'left',
  'ammunition',
  'reload',
  'rest',
  'streak',
  'waveEscapes',
  'escapes',
  'score',
] as const;

const blank = (phase: State['phase']): State => ({ ...start(0), phase, left: 0, coming: [] });

/**
 * Reads phase, birds, birds to come, and values that differ from a new wave: `wave | a160,120+20 | 001 |
 * ammunition=2`.
 */
export function readPosition(text: string): State {
  const [phase, sky = '', coming = '', facts = '', ...more] = text.split(' | ');
  const validPhase = (['ready', 'wave', 'won', 'lost'] as const).find((each) => each === phase);
  const birds = readBirds(sky, BREEDS.length);
  if (!validPhase || !birds || !/^(-|[012]+)$/.test(coming) || more.length > 0) {
    throw new PositionError(`no position: ${text}`);
  }
  const state = {
    ...blank(validPhase),
    birds,
    coming: Array.from(coming.replace('-', ''), Number),
  };
  for (const fact of facts.split(' ').filter(Boolean)) {
    const [, name, value] = /^([a-zA-Z]+)=(\d+)$/.exec(fact) ?? [];
    const number = numbers.find((each) => each === name);
    if (!number) throw new PositionError(`unknown fact: ${fact}`);
    state[number] = Number(value);
  }
  if (state.wave < 1 || state.wave > WAVES.length) throw new PositionError(`no wave: ${text}`);
  return state;
}

/** Writes the notation of `readPosition`, without the age of birds. */
export function writePosition(state: State): string {
  const fresh = blank(state.phase);
  const facts = numbers
    .filter((name) => state[name] !== fresh[name])
    .map((name) => `${name}=${state[name]}`);
  const parts = [state.phase, writeBirds(state.birds), state.coming.join('') || '-'];
  return [...parts, ...(facts.length > 0 ? [facts.join(' ')] : [])].join(' | ');
}
