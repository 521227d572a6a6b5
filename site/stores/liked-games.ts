import { atom } from 'nanostores';
import type { GameLikes } from '#contracts/game.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { readGuestLikes, storeGuestLikes } from '../client/liked-games.ts';
import { $session, $sessionFlag, confirmSession } from './session.ts';
import { showToast } from './toasts.ts';

/** IDs of the games that the visitor likes, from a member's account or a guest's tab. */
export const $likedGames = atom<readonly number[]>([]);

/** Likes of the latest response, or of a guest. */
let savedLikes: readonly number[] = [];

function showGuestLikes(): void {
  savedLikes = readGuestLikes();
  $likedGames.set(savedLikes);
}

if (!import.meta.env.SSR) {
  showGuestLikes();
  // After a sign-out in another tab, the next visitor may be another person.
  $session.listen(({ state }, before) => {
    if (state === 'guest' && before?.state === 'signed-in') showGuestLikes();
  });
}

/** Requests are sent one after the other. The response of the latest one is shown. */
let requests: Promise<void> = Promise.resolve();
let latestRequest = 0;

function enqueueRequest(send: () => Promise<GameLikes>, onError?: (reason: string) => void) {
  latestRequest += 1;
  const number = latestRequest;
  const request = requests.then(async () => {
    try {
      const { likes } = await send();
      // The visitor has signed out since, and the likes belong to the account.
      if (!$sessionFlag.get()) return;
      savedLikes = likes;
      if (number === latestRequest) $likedGames.set(savedLikes);
    } catch (error) {
      if (onError && number === latestRequest) $likedGames.set(savedLikes);
      if (!(error instanceof ApiError)) throw error;
      onError?.(error.message);
    }
  });
  requests = request.catch(() => undefined);
  return request;
}

/** Adds the likes of a guest to the account and loads all likes of the account. */
export function loadLikedGames(): Promise<void> {
  // After a change, the likes of the session are outdated.
  const isUnchanged = latestRequest === 0;
  return enqueueRequest(async () => {
    const likes = readGuestLikes();
    if (likes.length > 0) {
      const merged = await callApi<GameLikes>('PUT', '/api/games/likes', { body: { likes } });
      storeGuestLikes([]);
      return merged;
    }
    const session = await confirmSession();
    return isUnchanged && session.state === 'signed-in'
      ? { likes: session.personal.likedGames }
      : callApi<GameLikes>('GET', '/api/games/likes');
  });
}

/** Likes or unlikes a game. */
export function toggleLikedGame(id: number): void {
  const before = $likedGames.get();
  const isLiked = !before.includes(id);
  const likes = isLiked ? [...before, id] : before.filter((other) => other !== id);
  $likedGames.set(likes);
  if (!$sessionFlag.get()) {
    // Without storage the likes are lost when the page is closed.
    storeGuestLikes(likes);
    return;
  }
  void enqueueRequest(
    () => callApi<GameLikes>(isLiked ? 'PUT' : 'DELETE', `/api/games/${id}/like`),
    (reason) => showToast({ type: 'error', message: `Your like could not be saved. ${reason}` }),
  );
}
