import { atom, onMount } from 'nanostores';
import { followUrl } from '../client/page-events.ts';
import { type Choice, filterNamed, NO_CHOICE } from '../format/game-filters.ts';

/** Filter, search and view of the game list. */
export interface GameList extends Choice {
  view: 'grid' | 'columns';
}

const defaultList: GameList = { ...NO_CHOICE, view: 'grid' };

/** Filter, search and view of the game list, the same as in the URL. */
export const $gameList = atom<GameList>(defaultList);

onMount($gameList, () => {
  if (import.meta.env.SSR) return;
  return followUrl(() => $gameList.set(readUrl()));
});

function readUrl(): GameList {
  const query = new URLSearchParams(location.search);
  return {
    filter: filterNamed(query.get('filter')),
    search: query.get('search') ?? '',
    view: query.get('view') === 'columns' ? 'columns' : 'grid',
  };
}

/** Changes the game list and the URL. `push` adds a history entry. */
export function changeGameList(change: Partial<GameList>, step: 'push' | 'replace'): void {
  const next = { ...$gameList.get(), ...change };
  const url = new URL(location.href);
  for (const name of ['filter', 'search', 'view'] as const) {
    if (next[name] === defaultList[name]) url.searchParams.delete(name);
    else url.searchParams.set(name, next[name]);
  }
  if (url.href !== location.href) history[`${step}State`](null, '', url);
  $gameList.set(next);
}
