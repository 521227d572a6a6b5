import type { Genre } from '#contracts/game.ts';
import { type Choice, type Choosable, chooseGames, filterNamed } from '../lib/corner/filters.ts';

/** How the visitor has the games listed. */
export interface GameList extends Choice {
  view: 'grid' | 'columns';
}

/** Reads from the address how the games are to be listed. */
export function readAddress(): GameList {
  const query = new URLSearchParams(location.search);
  return {
    filter: filterNamed(query.get('filter')),
    search: query.get('search') ?? '',
    view: query.get('view') === 'columns' ? 'columns' : 'grid',
  };
}

interface Card extends Choosable {
  item: HTMLElement;
}

let cards: Card[] | undefined;

/** Reads the games of the list from their cards. */
export function readGames(): Card[] {
  cards ??= [...document.querySelectorAll<HTMLElement>('[data-games] > li')].map((item) => ({
    item,
    id: Number(item.querySelector<HTMLElement>('[data-like]')?.dataset.like),
    name: item.querySelector('h2')?.textContent ?? '',
    genre: item.dataset.genre as Genre,
    classic: item.dataset.classic !== undefined,
    rating: Number(item.dataset.rating),
  }));
  return cards;
}

/** Shows the cards that were chosen, in their order. */
export function showGames({ view, ...choice }: GameList, likes: readonly number[]): void {
  const list = document.querySelector<HTMLElement>('[data-games]');
  if (!list) return;
  const chosen = chooseGames(readGames(), choice, (id) => likes.includes(id)) ?? [];
  const shown = new Set(chosen);
  for (const card of readGames()) card.item.hidden = !shown.has(card);
  // Cards that stay where they are keep their focus.
  if (chosen.some(({ item }, index) => list.children[index] !== item)) {
    list.append(...chosen.map(({ item }) => item));
  }
  list.hidden = chosen.length === 0;
  list.classList.toggle('games--columns', view === 'columns');
}
