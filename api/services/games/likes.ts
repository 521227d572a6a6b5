import { deleteGameLike, insertGameLike, listGameLikes } from '../../db/repositories/game-likes.ts';
import type { GamesContext } from './context.ts';
import { isGame } from './known-games.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** The games somebody likes: their playlist. */
export const readGameLikes = ({ database }: Pick<Context, 'database'>, userId: number): number[] =>
  listGameLikes(database, userId);

/** Likes games besides those that are liked already; what is in no catalogue is passed over. */
export function likeGames(
  { database, clock }: Context,
  userId: number,
  games: readonly number[],
): Promise<number[]> {
  return database.write(() => {
    for (const game of games.filter(isGame)) {
      insertGameLike(database, { userId, game, now: clock() });
    }
    return listGameLikes(database, userId);
  });
}

/** Takes a like back, if there is one. */
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
