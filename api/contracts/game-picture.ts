/** Pictures of the games' catalogue as they lie in content/media/games/, made once and committed. */

/** One kind of them: pixels of the largest form, and the widths there are. */
interface GamePictureKind {
  width: number;
  height: number;
  widths: readonly number[];
}

/** A cover fills a card of two columns on a dense screen, and with 300 pixels one of a wall. */
export const GAME_COVER: GamePictureKind = { width: 600, height: 800, widths: [300, 600] };

/** The stage of a game's page: all of a phone's width on a dense screen, or its part of a desk. */
export const GAME_FOOTAGE: GamePictureKind = { width: 1280, height: 720, widths: [720, 1280] };

/** What shows of a game, by name: its cover and the four pictures of its page. */
export const gamePictures = {
  cover: GAME_COVER,
  1: GAME_FOOTAGE,
  2: GAME_FOOTAGE,
  3: GAME_FOOTAGE,
  4: GAME_FOOTAGE,
} as const;

export type GamePictureName = keyof typeof gamePictures;

/** Formats of each, the best first. */
export const gamePictureFormats = ['avif', 'webp'] as const;

/** Name of one form in the folder of its game. */
export const gamePictureFile = (
  name: GamePictureName,
  width: number,
  format: (typeof gamePictureFormats)[number],
) => `${name}-${width}.${format}`;

/** File beside them that holds the preview of each, a `data:` address of a few pixels. */
export const GAME_PREVIEWS = 'previews.json';
export type GamePreviews = Record<GamePictureName, string>;
