import type { ItemList, VideoGame, WithContext } from 'schema-dts';
import type { CatalogueGame } from './games.ts';

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
