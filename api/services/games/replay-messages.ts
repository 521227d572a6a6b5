import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Outcome } from '#games/kit/engine.ts';
import type { GameMode } from '#games/kit/meta.ts';

export const packInputs = (inputs: readonly number[]): string =>
  deflateRawSync(JSON.stringify(inputs)).toString('base64');

/** Maximum bytes of unpacked inputs. */
const UNPACKED_BYTES_MAX = 4 * 1_048_576;

export const unpackInputs = (packed: string): number[] =>
  JSON.parse(
    inflateRawSync(Buffer.from(packed, 'base64'), {
      maxOutputLength: UNPACKED_BYTES_MAX,
    }).toString(),
  );

/** Game to verify; everything except the inputs comes from the server. */
export interface ReplayRequest {
  game: string;
  rules: number;
  seed: number;
  options: GameMode['options'];
  inputs: readonly number[];
}

/** Message of the worker. `refused`: not a valid game; `broken`: an error of the server. */
export type ReplayMessage =
  | {
      kind: 'played';
      score: number;
      outcome: Exclude<Outcome, 'playing'>;
      steps: number;
      /** Milliseconds that playing it takes at least. */
      lasts: number;
      /** Inputs in their stored form. */
      packed: string;
    }
  | { kind: 'refused'; why: string }
  | { kind: 'broken'; why: string };
