import type { Genre } from '#contracts/game.ts';
import { type Choosable, chooseGames } from '../lib/corner/filters.ts';
import { $gameList, $games } from '../stores/game-list.ts';
import { $likedGames } from '../stores/liked-games.ts';
import { hydrate } from './hydrate.ts';

interface Card extends Choosable {
  item: HTMLElement;
}

/** Shows the cards that the address and the island with the filters ask for, in their order. */
export function showGames(page: HTMLElement): void {
  const list = page.querySelector<HTMLElement>('[data-games]');
  if (!list) return;
  const cards = [...list.children].map((item) => cardOf(item as HTMLElement));
  $games.set(cards);

  function show(): void {
    const { view, ...choice } = $gameList.get();
    const chosen = chooseGames(cards, choice, (id) => $likedGames.get().includes(id)) ?? [];
    const shown = new Set(chosen);
    for (const card of cards) card.item.hidden = !shown.has(card);
    list?.append(...chosen.map(({ item }) => item));
    list?.toggleAttribute('hidden', chosen.length === 0);
    list?.classList.toggle('games--columns', view === 'columns');
  }
  $gameList.subscribe(show);
  $likedGames.listen(() => {
    if ($gameList.get().filter === 'Wishlist') show();
  });
  // The filters that the publisher rendered choose nothing.
  if (location.search !== '') hydrate(page.querySelector('astro-island'));
}

function cardOf(item: HTMLElement): Card {
  const { id, name = '', genre, classic, rating } = item.dataset;
  return {
    item,
    name,
    id: Number(id),
    genre: genre as Genre,
    classic: classic !== undefined,
    rating: Number(rating),
  };
}
