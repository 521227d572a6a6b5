import type { Genre } from '#contracts/game.ts';

/** Filters in addition to the genres. `name` is used in URLs, `label` on buttons. */
export const ownFilters = [
  { name: 'Wishlist', label: 'Playlist' },
  { name: 'Ratings', label: 'Ratings' },
  { name: 'Reviews', label: 'Reviews' },
] as const;

/** Genres in the order of their buttons. `Classic` is a flag of games in any genre. */
export const genreFilters = [
  'Strategy',
  'Shooter',
  'Puzzle',
  'Classic',
  'Action',
  'Adventure',
  'Racing',
  'RPG',
  'Sports',
] as const satisfies (Genre | 'Classic')[];

export type Filter = 'none' | (typeof ownFilters)[number]['name'] | (typeof genreFilters)[number];

/** Properties of a game that filters and search use. */
export interface FilterableGame {
  id: number;
  name: string;
  genre: Genre;
  classic: boolean;
  rating: number;
}

/** Filter and search on the page of all games. */
export interface Choice {
  filter: Filter;
  /** Text that names have to contain. */
  search: string;
}

export const NO_CHOICE: Choice = { filter: 'none', search: '' };

/** Returns the label of a filter. */
export const labelOf = (filter: Filter) =>
  filter === 'none' ? 'None' : (ownFilters.find(({ name }) => name === filter)?.label ?? filter);

/** Returns the filter with a name from a URL, ignoring case; 'none' for unknown names. */
export function filterNamed(name: string | null): Filter {
  const filters: Filter[] = [...ownFilters.map((own) => own.name), ...genreFilters];
  return filters.find((filter) => filter.toLowerCase() === name?.toLowerCase()) ?? 'none';
}

/** Returns the games that match a choice, in display order; null if the page shows reviews in their place. */
export function chooseGames<Game extends FilterableGame>(
  games: readonly Game[],
  { filter, search }: Choice,
  isLiked: (id: number) => boolean,
): Game[] | null {
  if (filter === 'Reviews') return null;
  const query = normalizeName(search);
  const matches = games.filter(({ name }) => normalizeName(name).includes(query));
  if (filter === 'none') return matches;
  if (filter === 'Ratings') {
    return matches.toSorted((first, second) => second.rating - first.rating);
  }
  if (filter === 'Wishlist') return matches.filter(({ id }) => isLiked(id));
  if (filter === 'Classic') return matches.filter(({ classic }) => classic);
  return matches.filter(({ genre }) => genre === filter);
}

/** Removes differences in case, accents, punctuation and surrounding spaces. */
const normalizeName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
