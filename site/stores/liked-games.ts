import { atom } from 'nanostores';
import type { GameLikes } from '#contracts/game.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { guestLikes, storedLikes, storeLikes } from '../client/liked-games.ts';
import { showToast } from '../client/show-toast.ts';
import { $sessionFlag, confirmSession } from './session.ts';

/** IDs of the games that the visitor likes, from a member's account or a guest's tab. */
export const $likedGames = atom<readonly number[]>([]);

if (!import.meta.env.SSR) $likedGames.set(storedLikes());

/** Likes of the latest response. */
let savedLikes = $likedGames.get();
/** Requests are sent one after the other. The response of the latest one is shown. */
let requests: Promise<void> = Promise.resolve();
let latestRequest = 0;

function request(send: () => Promise<GameLikes>, onError?: (reason: string) => void) {
  latestRequest += 1;
  const number = latestRequest;
  requests = requests.then(async () => {
    try {
      savedLikes = (await send()).likes;
      storeLikes(number === latestRequest ? savedLikes : $likedGames.get(), true);
      if (number === latestRequest) $likedGames.set(savedLikes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!onError) return;
      if (number === latestRequest) showLikes(savedLikes);
      onError(error.message);
    }
  });
  return requests;
}

function showLikes(likes: readonly number[]): void {
  $likedGames.set(likes);
  // Without storage the likes are lost when the page is closed.
  storeLikes(likes);
}

/** Adds the likes of a guest to the account and loads all likes of the account. */
export function loadLikedGames(): Promise<void> {
  // After a change, the likes of the session are outdated.
  const isUnchanged = latestRequest === 0;
  return request(async () => {
    const likes = guestLikes();
    if (likes.length > 0) return callApi<GameLikes>('PUT', '/api/games/likes', { body: { likes } });
    const session = await confirmSession();
    return isUnchanged && session.state === 'signed-in'
      ? { likes: session.personal.likedGames }
      : callApi<GameLikes>('GET', '/api/games/likes');
  });
}

/** Likes or unlikes a game. */
export function toggleLikedGame(id: number): void {
  const likes = $likedGames.get();
  const isLiked = !likes.includes(id);
  showLikes(isLiked ? [...likes, id] : likes.filter((other) => other !== id));
  if (!$sessionFlag.get()) return;
  void request(
    () => callApi<GameLikes>(isLiked ? 'PUT' : 'DELETE', `/api/games/${id}/like`),
    (reason) => showToast({ type: 'error', message: `Your like could not be saved. ${reason}` }),
  );
}
