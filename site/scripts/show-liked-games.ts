import { hydrate } from '../client/hydrate.ts';
import { readGuestLikes } from '../client/liked-games.ts';
import { followSessionFlag, readSessionFlag } from '../client/session-flag.ts';

/** Shows the likes, also after each sign-in in another tab. */
export function showLikedGames(): void {
  followSessionFlag(() => void loadLikes());
  void loadLikes();
}

/** Hydrates the like buttons of the liked games on the page. The others hydrate when they are used. */
async function loadLikes(): Promise<void> {
  show(readGuestLikes());
  if (!readSessionFlag()) return;
  const { $likedGames, loadLikedGames } = await import('../stores/liked-games.ts');
  await loadLikedGames();
  show($likedGames.get());
}

function show(likes: readonly number[]): void {
  for (const id of likes) {
    hydrate(document.querySelector(`[data-like="${id}"]`)?.closest('astro-island'));
  }
}
