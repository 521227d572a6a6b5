import { atom, onMount } from 'nanostores';
import { followUrl } from '../client/follow-url.ts';
import { type Choice, filterNamed, NO_CHOICE } from '../format/game-filters.ts';

/** How the visitor has the games listed. */
export interface GameList extends Choice {
  view: 'grid' | 'columns';
}

const everything: GameList = { ...NO_CHOICE, view: 'grid' };

/** How the visitor has the games listed. The address says the same. */
export const $gameList = atom<GameList>(everything);

onMount($gameList, () => {
  if (import.meta.env.SSR) return;
  return followUrl(() => $gameList.set(readAddress()));
});

function readAddress(): GameList {
  const query = new URLSearchParams(location.search);
  return {
    filter: filterNamed(query.get('filter')),
    search: query.get('search') ?? '',
    view: query.get('view') === 'columns' ? 'columns' : 'grid',
  };
}

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
