import { expect, test } from 'vitest';
import {
  chooseGames,
  type Filter,
  type FilterableGame,
  filterNamed,
  genreFilters,
  ownFilters,
} from './game-filters.ts';

const games: FilterableGame[] = [
  { id: 0, name: 'Hollow Knight', genre: 'Action', classic: false, rating: 90 },
  { id: 2, name: 'Into the Breach', genre: 'Strategy', classic: false, rating: 88 },
  { id: 7, name: 'Half-Life 2', genre: 'Shooter', classic: true, rating: 95 },
  { id: 9, name: 'Pacman', genre: 'Puzzle', classic: true, rating: 89 },
  { id: 10, name: 'Space Invaders', genre: 'Shooter', classic: true, rating: 85 },
  { id: 18, name: 'Undertale', genre: 'RPG', classic: false, rating: 90 },
];
const liked = new Set([18, 2]);
const ids = (filter: Filter, search = '') =>
  chooseGames(games, { filter, search }, (id) => liked.has(id))?.map(({ id }) => id) ?? 'reviews';

test.each<[Filter, string, number[] | 'reviews']>([
  ['none', '', [0, 2, 7, 9, 10, 18]],
  ['none', 'in', [2, 10]],
  ['none', '  PACM ', [9]],
  ['none', 'half life', [7]],
  ['none', 'nothing like it', []],
  ['Ratings', '', [7, 0, 18, 9, 2, 10]],
  ['Ratings', 'e', [7, 18, 2, 10]],
  ['Wishlist', '', [2, 18]],
  ['Wishlist', 'under', [18]],
  ['Shooter', '', [7, 10]],
  ['Shooter', 'space', [10]],
  ['Puzzle', '', [9]],
  ['Strategy', '', [2]],
  ['Action', '', [0]],
  ['RPG', '', [18]],
  ['Adventure', '', []],
  ['Classic', '', [7, 9, 10]],
  ['Reviews', '', 'reviews'],
  ['Reviews', 'pac', 'reviews'],
])('the filter %s with the search “%s” shows %j', (filter, search, expected) => {
  expect(ids(filter, search)).toEqual(expected);
});

test('filterNamed accepts all documented names in any case and returns none for other words', () => {
  const documented = [
    'Wishlist',
    'Ratings',
    'Reviews',
    'Action',
    'Strategy',
    'RPG',
    'Shooter',
    'Adventure',
    'Puzzle',
    'Racing',
    'Sports',
    'Classic',
  ];
  expect([...ownFilters.map(({ name }) => name), ...genreFilters].toSorted()).toEqual(
    documented.toSorted(),
  );
  for (const name of documented) expect(filterNamed(name.toLowerCase())).toBe(name);
  expect([filterNamed('none'), filterNamed(null), filterNamed('__proto__')]).toEqual([
    'none',
    'none',
    'none',
  ]);
});
