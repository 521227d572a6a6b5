import { deleteGameLike, insertGameLike, listGameLikes } from '../../db/repositories/game-likes.ts';
import type { GamesContext } from './games-context.ts';
import { isGame } from './known-games.ts';

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
    for (const game of games.filter(isGame)) {
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
