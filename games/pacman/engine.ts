/** Pacman: the documented game (one life, one maze, one point per dot) and an arcade game. */
import { DOWN, LEFT, PositionError, RIGHT, readCount, TICK_MS, UP } from '../kit/engine.ts';
import { COLUMNS, LEVELS, ROWS } from './constants.ts';
import { type Ghost, type GhostMood, type Mover, moverAt } from './ghosts.ts';
import { allDots, type Direction, DOTS, mazeColumnOf, mazeRowOf, neighbours } from './maze.ts';
import { hasDot, type Options, type State, scaredTicksOf, start } from './play.ts';

export { type Options, outcomeOf, type State, scoreOf, start, step } from './play.ts';

export const game = 'pacman';
export const rules = 1;
export const tickMs = TICK_MS;
export const inputCount = LEFT + RIGHT + UP + DOWN + 1;

export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { mode = 'classic', ...others } = value as { mode?: unknown };
  if (Object.keys(others).length > 0) return null;
  return mode === 'classic' || mode === 'arcade' ? { mode } : null;
}

// Text notation: the mode, and values that differ from the start of a life, each with its name. The player is
// a cell and a direction (`^ < v >`), a ghost also its mood (`h` home, `l` leaving, `o` out, `s` scared, `e`
// eyes), separated by commas; dots are `all` or their cells: `classic player=490< ghosts=486>o dots=488,489`.
// The notation omits the random generator, times, and positions between cells.

const DIRECTION_SIGNS = '^<v>';
const moods: Readonly<Record<string, GhostMood>> = {
  h: 'home',
  l: 'leaving',
  o: 'out',
  s: 'scared',
  e: 'eyes',
};
const signOf = (mood: GhostMood): string => mood.charAt(0);

function readMover(text: string): Mover {
  const [, cell = '', way = ''] = /^(\d+)([\^<v>])/.exec(text) ?? [];
  const place = Number(cell);
  if (way === '' || !neighbours[place]?.some((next) => next >= 0)) {
    throw new PositionError(`unreachable position: ${text}`);
  }
  return moverAt(place, DIRECTION_SIGNS.indexOf(way) as Direction);
}

function readGhost(text: string): Ghost {
  const mood = moods[text.slice(-1)];
  if (mood === undefined) throw new PositionError(`no ghost: ${text}`);
  return { ...readMover(text), mood };
}

const dotCells = (dots: readonly number[]): number[] =>
  Array.from({ length: ROWS * COLUMNS }, (_, cell) => cell).filter((cell) => hasDot(dots, cell));

function readDots(text: string): number[] {
  if (text === 'all') return [...allDots];
  const dots: number[] = Array(ROWS).fill(0);
  for (const written of text.split(',')) {
    const cell = Number(written);
    if (!hasDot(allDots, cell)) throw new PositionError(`no place for a dot: ${written}`);
    const row = mazeRowOf(cell);
    dots[row] = (dots[row] as number) | (1 << mazeColumnOf(cell));
  }
  return dots;
}

const phases = ['ready', 'playing', 'dying', 'cleared', 'lost', 'won'] as const;

const readers: Readonly<Record<string, (value: string, state: State) => Partial<State>>> = {
  phase: (value) => {
    const phase = phases.find((candidate) => candidate === value);
    if (!phase) throw new PositionError(`no phase: ${value}`);
    return { phase, phaseTicks: 1 };
  },
  level: (value) => ({ level: readCount(value, 1, LEVELS) }),
  lives: (value) => ({ lives: readCount(value, 0, 99) }),
  score: (value) => ({ score: readCount(value, 0, 9_999_999) }),
  player: (value) => {
    const player = readMover(value);
    return { player, desiredDirection: player.direction };
  },
  ghosts: (value, state) => {
    const ghosts = value.split(',').map(readGhost);
    const isScaring = ghosts.some(({ mood }) => mood === 'scared');
    return { ghosts, scared: isScaring ? scaredTicksOf(state) : 0 };
  },
  dots: (value) => {
    const dots = readDots(value);
    return { dots, eaten: DOTS - dotCells(dots).length };
  },
  fruit: (value) => ({ fruit: readCount(value, 0, 9999) }),
};

export function readPosition(text: string): State {
  const [mode, ...parts] = text.trim().split(/\s+/);
  if (mode !== 'classic' && mode !== 'arcade') throw new PositionError(`no position: ${text}`);
  let state: State = { ...start(0, { mode }), phase: 'playing', phaseTicks: 0 };
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=');
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!read) throw new PositionError(`no part of a position: ${part}`);
    state = { ...state, ...read(value, state) };
  }
  return state;
}

const writeMover = ({ cell, direction }: Mover): string =>
  `${cell}${DIRECTION_SIGNS.charAt(direction)}`;

/** Writes the notation of `readPosition`. */
export function writePosition(state: State): string {
  const left = dotCells(state.dots);
  return [
    state.mode,
    ...(state.phase === 'playing' ? [] : [`phase=${state.phase}`]),
    `level=${state.level}`,
    `lives=${state.lives}`,
    `score=${state.score}`,
    `player=${writeMover(state.player)}`,
    `ghosts=${state.ghosts.map((ghost) => writeMover(ghost) + signOf(ghost.mood)).join(',')}`,
    ...(left.length === 0 ? [] : [`dots=${left.length === DOTS ? 'all' : left.join(',')}`]),
    ...(state.fruit > 0 ? [`fruit=${state.fruit}`] : []),
  ].join(' ');
}
