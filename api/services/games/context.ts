import type { AppContext } from '../../context.ts';
import type { Keyring } from '../secrets.ts';
import { createReferee, type Referee } from './referee.ts';

/** What the services of the Game Corner's members need. */
export type GamesContext = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  referee: Referee;
  /** Nobody but this server knows the seeds of coming days. */
  challengeKey: Buffer;
  /** Row ids of members a game of whom is being played again. */
  underway: Set<number>;
};

/** @param context as the app has it */
export function createGamesContext(context: AppContext, keyring: Keyring): GamesContext {
  const { config, database, clock } = context;
  const challengeKey = keyring('daily-challenge');
  return { config, database, clock, challengeKey, referee: createReferee(), underway: new Set() };
}
