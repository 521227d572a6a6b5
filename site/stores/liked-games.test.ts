import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $likedGames, loadLikedGames, toggleLikedGame } from './liked-games.ts';
import { $sessionFlag } from './session.ts';

beforeEach(() => {
  const stored: Record<string, string> = { session: 'member' };
  const localStorage = { getItem: (key: string) => stored[key] ?? null };
  vi.stubGlobal('window', { localStorage });
  $sessionFlag.set('member');
});
afterEach(() => {
  $sessionFlag.set(null);
  vi.unstubAllGlobals();
});

it('sends likes after an unexpected error, which it reports', async () => {
  // No session is like this.
  vi.stubGlobal('fetch', async () => Response.json(null));
  await expect(loadLikedGames()).rejects.toThrow(TypeError);

  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    return Response.json({ likes: [2, 7] });
  });
  toggleLikedGame(2);
  await vi.waitFor(() => expect(paths).toEqual(['/api/games/2/like']));
  await vi.waitFor(() => expect($likedGames.get()).toEqual([2, 7]));
});
