/** Space Invaders: the documented game on cells, and a smooth arcade game. */
import type { Outcome } from '../kit/engine.ts';
import { PRIMARY } from '../kit/intents.ts';
import { type ArcadeState, outcomeOfArcade, startArcade, stepArcade } from './arcade.ts';
import {
  type ClassicState,
  outcomeOfClassic,
  scoreOfClassic,
  startClassic,
  stepClassic,
} from './classic.ts';
import { TICK_MS } from './constants.ts';
import { readArcade, readClassic, writeArcade, writeClassic } from './position.ts';

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
