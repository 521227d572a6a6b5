import { atom, onMount } from 'nanostores';
import { type Choice, type Choosable, filterNamed, NO_CHOICE } from '../lib/corner/filters.ts';

/** How the visitor has the games listed. The address says the same. */
export interface GameList extends Choice {
  view: 'grid' | 'columns';
}

const everything: GameList = { ...NO_CHOICE, view: 'grid' };

export const $gameList = atom<GameList>(everything);

/** All games of the page; none until its script has read them. */
export const $games = atom<readonly Choosable[]>([]);

onMount($gameList, () => {
  if (import.meta.env.SSR) return;
  const readAddress = () => {
    const query = new URLSearchParams(location.search);
    $gameList.set({
      filter: filterNamed(query.get('filter')),
      search: query.get('search') ?? '',
      view: query.get('view') === 'columns' ? 'columns' : 'grid',
    });
  };
  readAddress();
  addEventListener('popstate', readAddress);
  return () => removeEventListener('popstate', readAddress);
});

/** Lists the games in another way. `replace` makes no step to go back to. */
export function changeGameList(change: Partial<GameList>, step: 'push' | 'replace'): void {
  const next = { ...$gameList.get(), ...change };
  const address = new URL(location.href);
  for (const name of ['filter', 'search', 'view'] as const) {
    if (next[name] === everything[name]) address.searchParams.delete(name);
    else address.searchParams.set(name, next[name]);
  }
  if (address.href !== location.href) history[`${step}State`](null, '', address);
  $gameList.set(next);
}
