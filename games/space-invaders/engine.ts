/** Space Invaders: the documented game on cells, and a smooth arcade game. */
import { type Outcome, PositionError, PRIMARY, readCount, TICK_MS } from '../kit/engine.ts';
import {
  type ArcadeState,
  outcomeOfArcade,
  type Place,
  startArcade,
  stepArcade,
} from './arcade.ts';
import {
  type ClassicState,
  isLegalClassic,
  outcomeOfClassic,
  scoreOfClassic,
  startClassic,
  stepClassic,
} from './classic.ts';
import {
  CELLS,
  COLUMNS,
  EXPLOSION_TICKS,
  FULL_ROW,
  PARTS,
  ROWS,
  SHIELD_ROWS,
  SHIELDS_X,
  WAVES,
} from './constants.ts';

// Text notation. Classic: rows from the top, separated by `/`, each a run of counts and signs (`i` invader, `A`
// shooter, `|` laser, `*` explosion, `.` empty; empty cells at the end of a row are omitted, `-16` are 16 empty
// rows), then the direction and the tick: `11i/11i/11i/-16/10.A > 0`. Arcade: `arcade` and values that differ from
// the start of a fight, each with its name; positions are pixels and, after a point, parts of a pixel: `arcade
// ship=160 rows=0,0,0,0,1 at=100,200>`. Both omit the random generator, intervals and explosions.

const LAST_ROW = CELLS / COLUMNS;

const runs = (row: string): string =>
  row.replace(/(.)\1*/g, (run, sign: string) => `${run.length > 1 ? run.length : ''}${sign}`);

const writeLength = (parts: number): string => {
  const pixels = Math.floor(parts / PARTS);
  const rest = parts - pixels * PARTS;
  return rest === 0 ? `${pixels}` : `${pixels}.${rest}`;
};

const writePlaces = (places: readonly Place[]): string =>
  places.map(({ x, y }) => `${writeLength(x)}:${writeLength(y)}`).join(',');

const readPlaces = (text: string): Place[] =>
  text.split(',').map((place) => {
    const [x = '', y = ''] = place.split(':');
    return { x: readLength(x), y: readLength(y) };
  });

const hex = (bits: readonly number[]): string => bits.map((row) => row.toString(16)).join(',');

const full = SHIELDS_X.map(() => hex(SHIELD_ROWS)).join('/');

type Change = (state: ArcadeState, value: string) => Partial<ArcadeState>;

const phases = ['ready', 'fighting', 'dying', 'cleared', 'lost', 'won'] as const;

const readers: Readonly<Record<string, Change>> = {
  phase: (_, value) => {
    const phase = phases.find((candidate) => candidate === value);
    if (!phase) throw new PositionError(`no phase: ${value}`);
    return { phase, phaseTicks: 1 };
  },
  wave: (_, value) => ({ wave: readCount(value, 1, WAVES) }),
  lives: (_, value) => ({ lives: readCount(value, 0, 99) }),
  score: (_, value) => ({ score: readCount(value, 0, 999_999) }),
  ship: (_, value) => ({ ship: readLength(value) }),
  rows: ({ formation }, value) => ({
    formation: { ...formation, rows: readHex(value, ROWS, FULL_ROW) },
  }),
  at: ({ formation }, value) => {
    const [x = '', y = ''] = value.slice(0, -1).split(',');
    const direction = value.endsWith('>') ? 1 : -1;
    return { formation: { ...formation, x: readLength(x), y: readLength(y), direction } };
  },
  shots: (_, value) => ({ shots: readPlaces(value) }),
  bombs: (_, value) => ({ bombs: readPlaces(value) }),
  bonus: (_, value) => {
    const [, x = '', way, points = ''] = /^([\d.-]+)([<>])(\d+)$/.exec(value) ?? [];
    const direction = way === '>' ? 1 : -1;
    return { bonus: { x: readLength(x), direction, points: readCount(points, 1, 300) } };
  },
  shields: (_, value) => ({
    shields: value.split('/').map((rows) => readHex(rows, SHIELD_ROWS.length, 0xfff)),
  }),
};

export type State = ClassicState | ArcadeState;
export type Options = { readonly mode: 'classic' | 'arcade' };

export const game = 'space-invaders';
export const rules = 1;
export const tickMs = TICK_MS;
export const inputCount = 2 * PRIMARY;

export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { mode = 'classic', ...others } = value as { mode?: unknown };
  if (Object.keys(others).length > 0) return null;
  return mode === 'classic' || mode === 'arcade' ? { mode } : null;
}

export function start(seed: number, { mode }: Options): State {
  return mode === 'classic' ? startClassic(seed) : startArcade(seed);
}

/** Advances by one tick. The input is the sum of the held `LEFT`, `RIGHT` and `PRIMARY`. */
export function step(state: State, input: number): State {
  return state.mode === 'classic' ? stepClassic(state, input) : stepArcade(state, input);
}

/** Classic: number of invaders hit; arcade: points. */
export function scoreOf(state: State): number {
  return state.mode === 'classic' ? scoreOfClassic(state) : state.score;
}

export function outcomeOf(state: State): Outcome {
  return state.mode === 'classic' ? outcomeOfClassic(state) : outcomeOfArcade(state);
}

export function readPosition(text: string): State {
  return text.trim().startsWith('arcade') ? readArcade(text) : readClassic(text);
}

export function writePosition(state: State): string {
  return state.mode === 'classic' ? writeClassic(state) : writeArcade(state);
}

/** Returns the sign of a cell, by priority. */
function signOf(state: ClassicState, cell: number): string {
  if (state.shooter === cell) return 'A';
  if (state.invaders.includes(cell)) return 'i';
  if (state.lasers.includes(cell)) return '|';
  return state.explosions.some((explosion) => explosion.cell === cell) ? '*' : '.';
}

function writeClassic(state: ClassicState): string {
  const rows = Array.from({ length: LAST_ROW }, (_, row) =>
    runs(
      Array.from({ length: COLUMNS }, (_, column) => signOf(state, row * COLUMNS + column))
        .join('')
        .replace(/(?<!\.)\.+$/, ''),
    ),
  );
  const board = rows.join('/').replace(/(^|\/)(?=\/|$)(\/(?=\/|$))*/g, (gap, start: string) => {
    const empty = gap.length - start.length + 1;
    return `${start}-${empty}`;
  });
  return `${board} ${state.direction === 1 ? '>' : '<'} ${state.tick}`;
}

function readClassic(text: string): ClassicState {
  const parts = /^(\S+) ([<>]) (\d+)$/.exec(text.trim());
  if (!parts) throw new PositionError(`no position of Space Invaders: ${text}`);
  const [, board = '', way, tick] = parts;
  const cells = { i: [] as number[], A: [] as number[], '|': [] as number[], '*': [] as number[] };
  let row = 0;
  for (const written of board.split('/')) {
    const empty = /^-(\d+)$/.exec(written);
    if (empty) {
      row += Number(empty[1]);
      continue;
    }
    let column = 0;
    for (const [, count, sign] of written.matchAll(/(?<!\d)(\d*)([iA|*.])/g)) {
      for (let left = Number(count || 1); left > 0; left--, column++) {
        if (sign !== '.') cells[sign as keyof typeof cells].push(row * COLUMNS + column);
      }
    }
    if (column > COLUMNS) throw new PositionError(`a row of ${column} cells: ${text}`);
    row++;
  }
  const state: ClassicState = {
    ...startClassic(0),
    tick: Number(tick),
    direction: way === '>' ? 1 : -1,
    shooter: cells.A[0] ?? -1,
    invaders: cells.i,
    lasers: cells['|'],
    explosions: cells['*'].map((cell) => ({ cell, left: EXPLOSION_TICKS })),
  };
  if (row !== LAST_ROW || cells.A.length !== 1 || !isLegalClassic(state)) {
    throw new PositionError(`no position of Space Invaders: ${text}`);
  }
  return state;
}

function readLength(text: string): number {
  const found = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (!found) throw new PositionError(`no length: ${text}`);
  return Number(found[1]) * PARTS + Number(found[2] ?? 0);
}

/** Reads a fixed number of hexadecimal values within a range. */
function readHex(text: string, count: number, max: number): number[] {
  const bits = text.split(',').map((row) => Number.parseInt(row, 16));
  if (bits.length !== count || !bits.every((row) => row >= 0 && row <= max)) {
    throw new PositionError(`no rows: ${text}`);
  }
  return bits;
}

function writeArcade(state: ArcadeState): string {
  const { formation, bonus } = state;
  const shields = state.shields.map(hex).join('/');
  const parts = [
    'arcade',
    ...(state.phase === 'fighting' ? [] : [`phase=${state.phase}`]),
    `wave=${state.wave}`,
    `lives=${state.lives}`,
    `score=${state.score}`,
    `ship=${writeLength(state.ship)}`,
    `rows=${hex(formation.rows)}`,
    `at=${writeLength(formation.x)},${writeLength(formation.y)}${formation.direction === 1 ? '>' : '<'}`,
    ...(state.shots.length > 0 ? [`shots=${writePlaces(state.shots)}`] : []),
    ...(state.bombs.length > 0 ? [`bombs=${writePlaces(state.bombs)}`] : []),
    ...(bonus
      ? [`bonus=${writeLength(bonus.x)}${bonus.direction === 1 ? '>' : '<'}${bonus.points}`]
      : []),
    ...(shields === full ? [] : [`shields=${shields}`]),
  ];
  return parts.join(' ');
}

function readArcade(text: string): ArcadeState {
  const [name, ...parts] = text.trim().split(/\s+/);
  if (name !== 'arcade') throw new PositionError(`no position of Space Invaders: ${text}`);
  let state: ArcadeState = { ...startArcade(0), phase: 'fighting', phaseTicks: 0 };
  for (const part of parts) {
    const [key = '', value = ''] = part.split('=');
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (!read) throw new PositionError(`no part of a position: ${part}`);
    state = { ...state, ...read(state, value) };
  }
  return state;
}
