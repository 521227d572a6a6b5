import type { ItemList, VideoGame, WithContext } from 'schema-dts';
import { type Game, gameSchema } from '#contracts/game.ts';
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
import { games } from '#games/index.ts';

/** Loads content/games/, one file per game, validated by the build. */

const sources = import.meta.glob<unknown>('../../content/games/*.json', {
  eager: true,
  import: 'default',
});
const files = import.meta.glob<string>('../../content/media/games/*/*.{avif,webp}', {
  eager: true,
  import: 'default',
  query: '?url',
});
/** Open Graph images of the games, see adapter/built-pictures.ts. */
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

/** A game with its path and images. */
export interface CatalogueGame extends Game {
  path: string;
  cover: Picture;
  share: SharePicture;
  /** The four images of the slider. */
  footage: Picture[];
}

/** All games, sorted by ID. */
export const catalogue: CatalogueGame[] = sortById(Object.entries(sources).map(readGame));

/** Games that are playable on this site. */
export const playedHere = catalogue.filter(({ play }) => play !== undefined);

/** Range of the IDs of random games. */
export const RANDOM_IDS = { first: 0, last: 10 } as const;
export const randomGames = catalogue.filter(
  ({ id }) => id >= RANDOM_IDS.first && id <= RANDOM_IDS.last,
);

function readGame([path, source]: [string, unknown]): CatalogueGame {
  const file = path.replace('../../', '');
  const parsed = gameSchema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `'${issue.path.join('.') || 'the whole file'}': ${issue.message}`,
    );
    throw new Error(`${file} is invalid: ${problems.join('; ')}`);
  }
  const game = parsed.data;
  if (!file.endsWith(`/${game.surname}.json`)) {
    throw new Error(`${file} is invalid: 'surname' has to be the name of the file`);
  }
  const playable = games.find(({ meta }) => meta.game === game.play);
  if (playable?.meta.game !== game.play || (playable && playable.meta.id !== game.id)) {
    throw new Error(
      `${file} is invalid: games/index.ts has no game '${game.play}' with the id ${game.id}`,
    );
  }
  const pictureOf = (name: GamePictureName, alt: string) =>
    readPicture(game.surname, name, alt, file);
  const share = shares[path];
  if (!share) throw new Error(`${file} has no picture to be shared`);
  return {
    ...game,
    share,
    path: `/gamecorner/game/${game.id}`,
    cover: pictureOf('cover', `Cover of ${game.name}`),
    footage: FOOTAGE.map((number) => pictureOf(number, `${game.name}, picture ${number} of 4`)),
  };
}

/** Returns an image with the variants that api/commands/make-game-images.ts and e2e/game-shots.ts write. */
function readPicture(game: string, name: GamePictureName, alt: string, source: string): Picture {
  const folder = `../../content/media/games/${game}`;
  const { width, height, widths } = gamePictures[name];
  const urlOf = (variantWidth: number, format: 'avif' | 'webp') => {
    const file = gamePictureFile(name, variantWidth, format);
    const url = files[`${folder}/${file}`];
    if (url) return url;
    throw new Error(`${source} has no image ${file}; run node api/commands/make-game-images.ts`);
  };
  const all = [...widths];
  return {
    width,
    height,
    alt,
    url: urlOf(width, 'webp'),
    sources: sourcesOf({ avif: all, webp: all, preview: null }, urlOf),
    preview: previews[`${folder}/${GAME_PREVIEWS}`]?.[name] ?? null,
  };
}

function sortById(games: CatalogueGame[]): CatalogueGame[] {
  const sorted = games.toSorted((first, second) => first.id - second.id);
  for (const [index, game] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.id === game.id) {
      throw new Error(
        `content/games/: ${before.surname} and ${game.surname} share the id ${game.id}`,
      );
    }
  }
  return sorted;
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
