/** Pacman: the documented game (one life, one maze, one point per dot) and an arcade game. */
import { DOWN, LEFT, RIGHT, UP } from '../kit/intents.ts';
import { TICK_MS } from './constants.ts';
import type { Options } from './play.ts';

export { type Options, outcomeOf, type State, scoreOf, start, step } from './play.ts';
export { readPosition, writePosition } from './position.ts';

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
