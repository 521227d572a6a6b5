/** Text notation: eight rows from the top, and values that differ from the start of a game. */
import { PositionError } from '../kit/engine.ts';
import { LEVELS } from './constants.ts';
import { initialState, MODES, type State } from './state.ts';
import { readBoard, writeBoard } from './sweets.ts';

const numbers = ['swaps', 'chain', 'specials', 'bonus', 'hints', 'shuffles'] as const;
const lists = ['popped', 'done'] as const;
const optional = ['swap', 'hint'] as const;
const phases = ['settled', 'swapped', 'cleared', 'filled'] as const;
const ends = ['playing', 'won', 'lost'] as const;

function give(state: State, name: string, value: string): boolean {
  const number = numbers.find((candidate) => candidate === name);
  const list = lists.find((candidate) => candidate === name);
  const either = optional.find((candidate) => candidate === name);
  const phase = phases.find((candidate) => candidate === value);
  const end = ends.find((candidate) => candidate === value);
  if (name === 'level' || name === 'mode') return true;
  if (name === 'phase' && phase) state.phase = phase;
  else if (name === 'end' && end) state.end = end;
  else if (list && value.split(',').length === state[list].length) {
    state[list] = value.split(',').map(Number);
  } else if (number && /^\d+$/.test(value)) state[number] = Number(value);
  else if (either && /^\d+$/.test(value)) state[either] = Number(value);
  else return false;
  return true;
}

/**
 * Reads rows of eight sweets (`b` ball, `g` gem, `t` toffee, `f` flower, `l` leaf, `s` star; `b-`, `b|` and
 * `b+` clear a row, a column, and the cells around; `*` is a rainbow, `.` is empty) and values such as
 * `level=2 swaps=3` or `mode=endless`. Without level and mode it is the classic game. The notation omits the
 * random generator.
 */
export function readPosition(text: string): State {
  const [rows = '', ...facts] = text.trim().split(/\s+/);
  const cells = readBoard(rows);
  if (!cells) throw new PositionError(`not eight rows of eight sweets: ${rows}`);
  const level = Number(/\blevel=(\d+)/.exec(text)?.[1] ?? 0);
  if (level > LEVELS.length) throw new PositionError(`no such level: ${level}`);
  const named = /\bmode=(\w+)/.exec(text)?.[1] ?? (level > 0 ? 'levels' : 'classic');
  const mode = MODES.find((candidate) => candidate === named);
  if (!mode) throw new PositionError(`no such mode: ${named}`);
  const state: State = { ...initialState({ mode }, Math.max(1, level)), cells };
  for (const fact of facts) {
    const [, name = '', value = ''] = /^([a-z]+)=([a-z]+|\d+(?:,\d+)*)$/.exec(fact) ?? [];
    if (!give(state, name, value)) throw new PositionError(`says nothing: ${fact}`);
  }
  return state;
}

/** Writes the notation of `readPosition`. */
export function writePosition(state: State): string {
  const { mode } = state.options;
  const before = initialState({ mode }, state.level);
  const names = ['phase', ...optional, ...numbers, ...lists, 'end'] as const;
  const facts = names
    .filter((name) => `${state[name]}` !== `${before[name]}`)
    .map((name) => `${name}=${state[name]}`);
  if (mode === 'levels') facts.unshift(`level=${state.level}`);
  if (mode === 'endless') facts.unshift('mode=endless');
  return [writeBoard(state.cells), ...facts].join(' ');
}
