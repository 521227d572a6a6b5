import type { VideoGame, WithContext } from 'schema-dts';
import type { GameContent } from '#contracts/content.ts';
import {
  GAME_PREVIEWS,
  type GameImageName,
  type GamePreviews,
  gameImageFile,
  gameImages,
  type OgImage,
  type PageImage,
  sourcesOf,
} from '#contracts/image.ts';
import type { PublishedLocals } from '#contracts/page.ts';
import { getSiteContent } from './published.ts';

/** Images of the samples, which are part of the build. */
const files = import.meta.glob<string>('../../content/media/games/*/*.{avif,webp}', {
  eager: true,
  import: 'default',
  query: '?url',
});
/** Open Graph images of the samples, see adapter/built-images.ts. */
const ogImages = import.meta.glob<OgImage>('../../content/games/*.json', {
  eager: true,
  import: 'default',
  query: '?og-image',
});
const previews = import.meta.glob<GamePreviews>('../../content/media/games/*/previews.json', {
  eager: true,
  import: 'default',
});
const FOOTAGE = [1, 2, 3, 4] as const;

/** A game with its images. */
export interface CatalogueGame extends Omit<GameContent, 'images' | 'ogImage'> {
  cover: PageImage;
  ogImage: OgImage;
  /** The four images of the slider. */
  footage: PageImage[];
}

/** Returns all games of the owner's catalogue, sorted by ID. */
export const listGames = (locals: Partial<PublishedLocals>): CatalogueGame[] =>
  getSiteContent(locals).games.map(withImages);

/** Adds the images of the samples to a game. */
export function withImages({ images, ogImage, ...game }: GameContent): CatalogueGame {
  const imageOf = (name: GameImageName, alt: string): PageImage => ({
    ...(images[name] ?? sampleImageOf(game.surname, name)),
    alt,
  });
  const cover = imageOf('cover', `Cover of ${game.name}`);
  const drawn =
    ogImage === 'sample' ? ogImages[`../../content/games/${game.surname}.json`] : ogImage;
  return {
    ...game,
    cover,
    // The cover, until the image worker has drawn an image.
    ogImage: drawn ?? { url: cover.url, width: cover.width, height: cover.height },
    footage: FOOTAGE.map((number) => imageOf(number, `${game.name}, image ${number} of 4`)),
  };
}

/** Range of the IDs of random games. */
const RANDOM_IDS = { first: 0, last: 10 } as const;

/** Returns the games that a random game is one of: those of the range that the catalogue has, or all. */
export function randomGames(games: CatalogueGame[]): CatalogueGame[] {
  const inRange = games.filter(({ id }) => id >= RANDOM_IDS.first && id <= RANDOM_IDS.last);
  return inRange.length > 0 ? inRange : games;
}

/** Returns an image with the variants that api/commands/make-game-images.ts and e2e/support/game-shots.ts write. */
function sampleImageOf(game: string, name: GameImageName): Omit<PageImage, 'alt'> {
  const folder = `../../content/media/games/${game}`;
  const { width, height, widths } = gameImages[name];
  const urlOf = (variantWidth: number, format: 'avif' | 'webp') => {
    const file = gameImageFile(name, variantWidth, format);
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
