import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Game, gameSchema, genres } from '#contracts/game.ts';
import { GAME_PREVIEWS, gameImageFile, gameImageFormats, gameImages } from '#contracts/image.ts';
import { games as playableGames } from '#games/index.ts';

const games: Game[] = readdirSync('content/games')
  .filter((file) => file.endsWith('.json'))
  .map((file) => gameSchema.parse(JSON.parse(readFileSync(`content/games/${file}`, 'utf8'))));
const gameOf = (id: number) => games.find((game) => game.id === id);

test('the catalogue has each ID from 0 to 33 once, except for 31, which redirects to 9', () => {
  const ids = games.map(({ id }) => id).toSorted((first, second) => first - second);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 33)).toEqual(
    Array.from({ length: 34 }, (_, id) => id).filter((id) => id !== 31),
  );
});

test('ratings and prices cover the documented range, and every genre has games', () => {
  const ratings = games.map(({ rating }) => rating);
  const prices = games.map(({ price }) => Number(price));
  expect([Math.min(...ratings), Math.max(...ratings)]).toEqual([70, 95]);
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([3.99, 65.99]);
  for (const genre of genres) {
    expect(games.filter((game) => game.genre === genre).length, genre).toBeGreaterThanOrEqual(3);
  }
  expect(games.filter(({ classic }) => classic).length).toBeGreaterThanOrEqual(3);
});

test.each([
  [8, 'Sweet Crush', { genre: 'Puzzle', rating: 89, play: 'sweet-crush' }],
  [9, 'Pacman', { genre: 'Puzzle', rating: 89, play: 'pacman' }],
  [10, 'Space Invaders', { genre: 'Shooter', rating: 85, price: '17.99', play: 'space-invaders' }],
  [27, 'Whac-A-Mole', { play: 'whac-a-mole' }],
  [28, 'Bird Shooting', { play: 'bird-shooting' }],
  [29, 'Connect Four', { play: 'connect-four' }],
  [30, 'Bird Shooter', { play: 'bird-shooter' }],
  [33, 'Tic Tac Toe', { play: 'tic-tac-toe' }],
])('the game %i is %s, as documented', (id, name, facts) => {
  expect(gameOf(id)).toMatchObject({ name, ...facts });
});

test('the catalogue contains each playable game once, and game 11 is external', () => {
  const played = games.flatMap(({ id, play }) => (play === undefined ? [] : `${id} ${play}`));
  expect(played.toSorted()).toEqual(
    playableGames.map(({ meta }) => `${meta.id} ${meta.game}`).toSorted(),
  );
  expect(gameOf(11)?.link).toMatch(/^https:/);
});

test('each game has a cover and four images as AVIF and WebP in all widths, with previews', {
  tags: ['topic'],
}, async () => {
  const problems: string[] = [];
  for (const { surname } of games) {
    const folder = `content/media/games/${surname}`;
    const previews = JSON.parse(readFileSync(`${folder}/${GAME_PREVIEWS}`, 'utf8'));
    const expected: string[] = [GAME_PREVIEWS];
    for (const name of ['cover', 1, 2, 3, 4] as const) {
      const { widths, ...full } = gameImages[name];
      if (!/^data:image\/webp;base64,/.test(previews[name])) problems.push(`${surname}: ${name}`);
      for (const width of widths) {
        for (const format of gameImageFormats) {
          const file = gameImageFile(name, width, format);
          expected.push(file);
          const metadata = await sharp(`${folder}/${file}`).metadata();
          const height = Math.round((width * full.height) / full.width);
          // Drawings have a ratio of 178 to 100, which is nearly 16 to 9.
          const deviation = Math.abs((metadata.height ?? 0) - height);
          if (metadata.width !== width || deviation > 1) problems.push(`${surname}: ${file}`);
        }
      }
    }
    // The folder contains no unused files.
    expect(readdirSync(folder).toSorted()).toEqual(expected.toSorted());
  }
  expect(problems).toEqual([]);
});
