import { games } from '#games/index.ts';
import type { GameMeta, GameMode } from '#games/kit/meta.ts';
import type { AppContext } from '../../context.ts';
import type { Connection } from '../../db/connection.ts';
import { deleteGameLike, insertGameLike, listGameLikes } from '../../db/repositories/games.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { getGameNames } from '../../site-content.ts';
import type { Keyring } from '../keyring.ts';
import { createReplayVerifier, type ReplayVerifier } from './replay-verifier.ts';

export type GamesContext = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  replayVerifier: ReplayVerifier;
  /** Secret key of the seeds of future challenges. */
  challengeKey: Buffer;
  /** Row ids of members whose game is being verified. */
  underway: Set<number>;
};

const ranked = new Map(games.map(({ meta }) => [meta.id, meta]));

/** Returns the name of a game in the owner's catalogue, or of one that was removed from it. */
export const getGameName = (database: Connection, id: number): string =>
  getGameNames(database).get(id) ?? ranked.get(id)?.name ?? `Game ${id}`;

/** Parses the number of a game in a URL. @throws DomainError NOT_FOUND */
export function parseGameNumber(
  { database }: Pick<GamesContext, 'database'>,
  text: string,
): number {
  const id = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (!getGameNames(database).has(id)) throw new DomainError('NOT_FOUND');
  return id;
}

/** Game in a ranked mode. */
export interface RankedMode {
  game: GameMeta;
  mode: GameMode;
}

const countedModes = (game: GameMeta) => game.modes.filter(({ ranked }) => ranked !== false);

/** Returns a mode by name, by default the first. @throws DomainError NOT_FOUND, VALIDATION */
export function getRankedMode(id: number, name?: string): RankedMode {
  const game = ranked.get(id);
  if (!game) throw new DomainError('NOT_FOUND');
  const modes = countedModes(game);
  const mode = name === undefined ? modes[0] : modes.find((known) => known.id === name);
  if (mode) return { game, mode };
  const msg = 'This mode has no leaderboard.';
  throw fieldError('mode', msg);
}

/** Returns a title such as 'Pacman (Arcade)', or 'Bird Shooter' for a game with one mode. */
export function getModeTitle(database: Connection, id: number, name: string): string {
  const game = ranked.get(id);
  const mode = game?.modes.find((known) => known.id === name);
  const title = getGameName(database, id);
  return !game || !mode || game.modes.length === 1 ? title : `${title} (${mode.name})`;
}

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

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Returns the games that a member likes: their playlist. */
export const getGameLikes = ({ database }: Pick<Context, 'database'>, userId: number): number[] =>
  listGameLikes(database, userId);

/** Adds likes of games; ignores unknown games. */
export function likeGames(
  { database, clock }: Context,
  userId: number,
  games: readonly number[],
): Promise<number[]> {
  return database.write(() => {
    const names = getGameNames(database);
    for (const game of games.filter((id) => names.has(id))) {
      insertGameLike(database, { userId, game, now: clock() });
    }
    return listGameLikes(database, userId);
  });
}

/** Removes a like, if there is one. */
export function unlikeGame(
  { database }: Pick<Context, 'database'>,
  userId: number,
  game: number,
): Promise<number[]> {
  return database.write(() => {
    deleteGameLike(database, { userId, game });
    return listGameLikes(database, userId);
  });
}
