import { atom } from 'nanostores';
import type { GameLikes } from '#contracts/game-likes.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { guestLikes, storedLikes, storeLikes } from '../client/liked-games.ts';
import { showToast } from '../client/show-toast.ts';
import { $sessionFlag, confirmSession } from './session.ts';

/** IDs of the games that the visitor likes: of a member's account, of a guest's tab. */
export const $likedGames = atom<readonly number[]>([]);

if (!import.meta.env.SSR) $likedGames.set(storedLikes());

/** Likes as the API has last returned them. */
let saved = $likedGames.get();
/** Requests go out one after the other; the answer of the last one is shown. */
let requests: Promise<void> = Promise.resolve();
let latest = 0;

function request(send: () => Promise<GameLikes>, onError?: (reason: string) => void) {
  latest += 1;
  const number = latest;
  requests = requests.then(async () => {
    try {
      saved = (await send()).likes;
      storeLikes(number === latest ? saved : $likedGames.get(), true);
      if (number === latest) $likedGames.set(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!onError) return;
      if (number === latest) showLikes(saved);
      onError(error.message);
    }
  });
  return requests;
}

function showLikes(likes: readonly number[]): void {
  $likedGames.set(likes);
  // Without storage the likes last as long as the page.
  storeLikes(likes);
}

/** Loads the likes of the account, to which those from before the sign-in are added. */
export function loadLikedGames(): Promise<void> {
  // After a change, the answer to the page's first request is out of date.
  const isUnchanged = latest === 0;
  return request(async () => {
    const likes = guestLikes();
    if (likes.length > 0) return callApi<GameLikes>('PUT', '/api/games/likes', { body: { likes } });
    const session = await confirmSession();
    return isUnchanged && session.state === 'signed-in'
      ? { likes: session.personal.likedGames }
      : callApi<GameLikes>('GET', '/api/games/likes');
  });
}

/** Likes a game, or takes the like back. */
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
