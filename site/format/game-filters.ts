import type { Genre } from '#contracts/game.ts';

/** The filters beside the genres, with the names they go by in addresses and on their buttons. */
export const ownFilters = [
  { name: 'Wishlist', label: 'Playlist' },
  { name: 'Ratings', label: 'Ratings' },
  { name: 'Reviews', label: 'Reviews' },
] as const;

/** The genres in the order of their buttons; `Classic` is a flag that games of any genre have. */
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

/** As much of a game as choosing needs. */
export interface Choosable {
  id: number;
  name: string;
  genre: Genre;
  classic: boolean;
  rating: number;
}

/** What is chosen on the page of all games. */
export interface Choice {
  filter: Filter;
  /** Words that a name has to hold. */
  search: string;
}

export const NO_CHOICE: Choice = { filter: 'none', search: '' };

/** What a filter's display calls it. */
export const labelOf = (filter: Filter) =>
  filter === 'none' ? 'None' : (ownFilters.find(({ name }) => name === filter)?.label ?? filter);

/** The filter with a name, as somebody may have typed it into an address. */
export function filterNamed(name: string | null): Filter {
  const known: Filter[] = [...ownFilters.map((own) => own.name), ...genreFilters];
  return known.find((filter) => filter.toLowerCase() === name?.toLowerCase()) ?? 'none';
}

/**
 * The games that a choice leaves, in the order they are shown in; null where reviews take their
 * place.
 */
export function chooseGames<Game extends Choosable>(
  games: readonly Game[],
  { filter, search }: Choice,
  isLiked: (id: number) => boolean,
): Game[] | null {
  if (filter === 'Reviews') return null;
  const wanted = fold(search);
  const named = games.filter(({ name }) => fold(name).includes(wanted));
  if (filter === 'none') return named;
  if (filter === 'Ratings') return named.toSorted((one, other) => other.rating - one.rating);
  if (filter === 'Wishlist') return named.filter(({ id }) => isLiked(id));
  if (filter === 'Classic') return named.filter(({ classic }) => classic);
  return named.filter(({ genre }) => genre === filter);
}

/** Case, accents, punctuation and spaces at the ends aside. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
