import type { Outcome } from '#games/kit/engine.ts';
import type { GameMode } from '#games/kit/meta.ts';

/** A game to be played again: everything but the inputs is the server's own. */
export interface ReplayRequest {
  game: string;
  rules: number;
  seed: number;
  options: GameMode['options'];
  inputs: readonly number[];
}

/** What came of it. `refused`: it is no whole game of these rules; `broken`: the fault is ours. */
export type ReplayAnswer =
  | { kind: 'ready' }
  | {
      kind: 'played';
      score: number;
      outcome: Exclude<Outcome, 'playing'>;
      steps: number;
      /** Milliseconds that playing it takes at least. */
      lasts: number;
      /** The inputs as they are kept. */
      packed: string;
    }
  | { kind: 'refused'; why: string }
  | { kind: 'broken'; why: string };
