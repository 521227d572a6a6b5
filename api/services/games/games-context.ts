import type { AppContext } from '../../context.ts';
import type { Keyring } from '../secrets.ts';
import { createReplayVerifier, type ReplayVerifier } from './replay-verifier.ts';

/** Dependencies of the game services. */
export type GamesContext = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  replayVerifier: ReplayVerifier;
  /** Secret key of the seeds of future challenges. */
  challengeKey: Buffer;
  /** Row ids of members whose game is being verified. */
  underway: Set<number>;
};

/** Creates the context of the game services from the context of the app. */
export function createGamesContext(context: AppContext, keyring: Keyring): GamesContext {
  const { config, database, clock } = context;
  const challengeKey = keyring('daily-challenge');
  return {
    config,
    database,
    clock,
    challengeKey,
    replayVerifier: createReplayVerifier(),
    underway: new Set(),
  };
}
