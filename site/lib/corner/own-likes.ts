import type { GameLikes } from '#contracts/game-likes.ts';
import { showToast } from '../../client/show-toast.ts';
import { ApiError, callApi } from '../api-client.ts';
import { guestLikes, takeOver } from './liked.ts';

/** Calls go out one after the other; the answer of the last one is what holds. */
let line: Promise<void> = Promise.resolve();
let calls = 0;

/** Fetches what one likes. Likes from before signing in are taken along. */
export function fetchLikes(): Promise<void> {
  return inLine(async () => {
    const likes = guestLikes();
    if (likes.length === 0) return callApi<GameLikes>('GET', '/api/games/likes');
    return callApi<GameLikes>('PUT', '/api/games/likes', { body: { likes } });
  });
}

/** Tells the account of a like, or that it is taken back. */
export function sendLike(id: number, liked: boolean): Promise<void> {
  return inLine(
    () => callApi<GameLikes>(liked ? 'PUT' : 'DELETE', `/api/games/${id}/like`),
    (reason) => `Your like could not be saved. ${reason}`,
  );
}

function inLine(call: () => Promise<GameLikes>, complain?: (reason: string) => string) {
  calls += 1;
  const mine = calls;
  line = line.then(async () => {
    try {
      const { likes } = await call();
      if (mine === calls) takeOver(likes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!complain) return;
      void showToast({ type: 'error', message: complain(error.message) });
      // What is shown is what the account holds.
      void fetchLikes();
    }
  });
  return line;
}
