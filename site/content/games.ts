import type { ItemList, VideoGame, WithContext } from 'schema-dts';
import type { GameContent } from '#contracts/content.ts';
import type { PublishedLocals } from '#contracts/page.ts';
import {
  GAME_PREVIEWS,
  type GamePictureName,
  type GamePreviews,
  gamePictureFile,
  gamePictures,
  type Picture,
  type SharePicture,
  sourcesOf,
} from '#contracts/picture.ts';
import { getSiteContent } from './published.ts';

/** Images of the samples, which are part of the build. */
const files = import.meta.glob<string>('../../content/media/games/*/*.{avif,webp}', {
  eager: true,
  import: 'default',
  query: '?url',
});
/** Open Graph images of the samples, see adapter/built-pictures.ts. */
const shares = import.meta.glob<SharePicture>('../../content/games/*.json', {
  eager: true,
  import: 'default',
  query: '?share',
});
const previews = import.meta.glob<GamePreviews>('../../content/media/games/*/previews.json', {
  eager: true,
  import: 'default',
});
const FOOTAGE = [1, 2, 3, 4] as const;

/** A game with its images. */
export interface CatalogueGame extends Omit<GameContent, 'images' | 'share'> {
  cover: Picture;
  share: SharePicture;
  /** The four images of the slider. */
  footage: Picture[];
}

/** Returns all games of the owner's catalogue, sorted by ID. */
export const listGames = (locals: Partial<PublishedLocals>): CatalogueGame[] =>
  getSiteContent(locals).games.map(withPictures);

/** Adds the images of the samples to a game. */
export function withPictures({ images, share, ...game }: GameContent): CatalogueGame {
  const pictureOf = (name: GamePictureName, alt: string): Picture => ({
    ...(images[name] ?? samplePictureOf(game.surname, name)),
    alt,
  });
  const cover = pictureOf('cover', `Cover of ${game.name}`);
  const drawn = share === 'sample' ? shares[`../../content/games/${game.surname}.json`] : share;
  return {
    ...game,
    cover,
    // The cover, until the image worker has drawn an image.
    share: drawn ?? { url: cover.url, width: cover.width, height: cover.height },
    footage: FOOTAGE.map((number) => pictureOf(number, `${game.name}, picture ${number} of 4`)),
  };
}

/** Range of the IDs of random games. */
const RANDOM_IDS = { first: 0, last: 10 } as const;

/** Returns the games that a random game is one of: those of the range that the catalogue has, or all. */
export function randomGames(games: CatalogueGame[]): CatalogueGame[] {
  const inRange = games.filter(({ id }) => id >= RANDOM_IDS.first && id <= RANDOM_IDS.last);
  return inRange.length > 0 ? inRange : games;
}

/** Returns an image with the variants that api/commands/make-game-images.ts and e2e/game-shots.ts write. */
function samplePictureOf(game: string, name: GamePictureName): Omit<Picture, 'alt'> {
  const folder = `../../content/media/games/${game}`;
  const { width, height, widths } = gamePictures[name];
  const urlOf = (variantWidth: number, format: 'avif' | 'webp') => {
    const file = gamePictureFile(name, variantWidth, format);
    const url = files[`${folder}/${file}`];
    if (url) return url;
    throw new Error(
      `the game ${game} has no image ${file}; run node api/commands/make-game-images.ts`,
    );
  };
  const all = [...widths];
  return {
    width,
    height,
    url: urlOf(width, 'webp'),
    sources: sourcesOf({ avif: all, webp: all, preview: null }, urlOf),
    preview: previews[`${folder}/${GAME_PREVIEWS}`]?.[name] ?? null,
  };
}

/** Returns the structured data of a list of games. */
export function gameList(
  origin: string,
  name: string,
  games: CatalogueGame[],
): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: games.map((game, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: game.name,
      url: origin + game.path,
    })),
  };
}

/** Returns the structured data of a game. Price and rating are samples and therefore not included. */
export function videoGame(origin: string, game: CatalogueGame): WithContext<VideoGame> {
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    name: game.name,
    description: game.desc,
    genre: game.genre,
    gamePlatform: game.platforms,
    author: game.developers.map((name) => ({ '@type': 'Organization', name })),
    publisher: game.publishers.map((name) => ({ '@type': 'Organization', name })),
    url: origin + game.path,
    ...(game.link ? { sameAs: game.link } : {}),
    image: origin + game.cover.url,
  };
}
