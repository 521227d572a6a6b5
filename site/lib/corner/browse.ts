import type { Genre } from '#contracts/game.ts';
import {
  type Choice,
  type Choosable,
  chooseGames,
  type Filter,
  filterNamed,
  labelOf,
  NO_CHOICE,
} from './filters.ts';
import { followLikes, isLiked } from './liked.ts';

/** How the games are laid out. */
type View = 'grid' | 'columns';

interface Card extends Choosable {
  item: HTMLElement;
}

/** The page of all games: what is chosen stands in the address, so that Back works. */
export function startBrowsing(page: HTMLElement): void {
  const part = <Kind extends HTMLElement = HTMLElement>(name: string) =>
    page.querySelector<Kind>(`[data-${name}]`) as Kind;
  const list = part('games');
  const search = part<HTMLInputElement>('search-games');
  const cards = [...list.children].map((item) => cardOf(item as HTMLElement));
  const filterButtons = [...page.querySelectorAll<HTMLElement>('[data-filter]')];
  const viewButtons = [...page.querySelectorAll<HTMLElement>('[data-view]')];
  let choice: Choice = NO_CHOICE;
  let view: View = 'grid';

  function draw(): void {
    const chosen = chooseGames(cards, choice, isLiked);
    const shown = new Set(chosen);
    for (const card of cards) card.item.hidden = !shown.has(card);
    // In the order of the choice, then the hidden ones.
    list.append(...(chosen ?? []).map(({ item }) => item));
    list.hidden = chosen === null || chosen.length === 0;
    list.classList.toggle('games--columns', view === 'columns');
    showReviews(chosen === null);
    part('nothing').hidden = chosen === null || chosen.length > 0;
    part('nothing-why').textContent = whyNothing(choice);
    for (const button of filterButtons) {
      button.setAttribute('aria-pressed', String(button.dataset.filter === choice.filter));
    }
    for (const button of viewButtons) {
      button.setAttribute('aria-pressed', String(button.dataset.view === view));
    }
    part('current-filter').textContent = labelOf(choice.filter);
    part<HTMLButtonElement>('clear').disabled = choice.filter === 'none' && choice.search === '';
    const count = chosen?.length ?? 0;
    part('count').textContent = chosen ? `${count} ${count === 1 ? 'game' : 'games'}` : 'Reviews';
  }

  function showReviews(shown: boolean): void {
    const reviews = part('reviews');
    const opens = shown && reviews.hidden;
    reviews.hidden = !shown;
    if (!opens) return;
    void import('./all-reviews.ts').then(({ showAllReviews }) => showAllReviews(reviews, nameOf));
  }
  const nameOf = (game: number) => ({
    name: cards.find(({ id }) => id === game)?.name ?? `Game ${game}`,
    path: `/gamecorner/game/${game}`,
  });

  function readAddress(): void {
    const asked = new URL(location.href).searchParams;
    choice = { filter: filterNamed(asked.get('filter')), search: asked.get('search') ?? '' };
    view = asked.get('view') === 'columns' ? 'columns' : 'grid';
    search.value = choice.search;
    draw();
  }

  function change(next: Partial<Choice>, entry: 'push' | 'replace'): void {
    choice = { ...choice, ...next };
    const address = new URL(location.href);
    const write = (name: string, value: string, usual: string) =>
      value === usual ? address.searchParams.delete(name) : address.searchParams.set(name, value);
    write('filter', choice.filter, 'none');
    write('search', choice.search, '');
    write('view', view, 'grid');
    if (address.href !== location.href) history[`${entry}State`](null, '', address);
    draw();
  }

  for (const button of filterButtons) {
    button.addEventListener('click', () =>
      change({ filter: button.dataset.filter as Filter }, 'push'),
    );
  }
  for (const button of viewButtons) {
    button.addEventListener('click', () => {
      view = button.dataset.view as View;
      change({}, 'replace');
    });
  }
  search.addEventListener('input', () => {
    // Reviews have no names: whoever types one looks for a game.
    const leaves = choice.filter === 'Reviews' && search.value.trim() !== '';
    const filter = leaves ? 'none' : choice.filter;
    change({ search: search.value, filter }, leaves ? 'push' : 'replace');
  });
  search.form?.addEventListener('submit', (event) => event.preventDefault());
  part('clear').addEventListener('click', () => {
    search.value = '';
    change(NO_CHOICE, 'push');
    // The button is off now, and must not keep the focus.
    part('heading').focus();
  });
  followLikes(() => {
    if (choice.filter === 'Wishlist') draw();
  });
  addEventListener('popstate', readAddress);
  readAddress();
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

function whyNothing({ filter, search }: Choice): string {
  if (search.trim() !== '') return `No game here is called anything like “${search.trim()}”.`;
  if (filter === 'Wishlist') return 'Press the heart of a game, and it stands here.';
  return 'No game of this kind is in the catalogue.';
}
