/** Images of the games catalogue in content/media/games/, which are generated once and committed. */

/** One kind of image: size of the largest variant in pixels, and the widths of all variants. */
interface GamePictureKind {
  width: number;
  height: number;
  widths: readonly number[];
}

/** Covers: for cards in two columns on high-density screens, and 300 pixels for small cards. */
export const GAME_COVER: GamePictureKind = { width: 600, height: 800, widths: [300, 600] };

/** Images of a game's page: the full width of a phone with a high-density screen, or a part of a desktop. */
export const GAME_FOOTAGE: GamePictureKind = { width: 1280, height: 720, widths: [720, 1280] };

/** Images of a game by name: the cover and the four images of its page. */
export const gamePictures = {
  cover: GAME_COVER,
  1: GAME_FOOTAGE,
  2: GAME_FOOTAGE,
  3: GAME_FOOTAGE,
  4: GAME_FOOTAGE,
} as const;

export type GamePictureName = keyof typeof gamePictures;

/** Formats of each image, best first. */
export const gamePictureFormats = ['avif', 'webp'] as const;

/** Returns the file name of a variant in the folder of its game. */
export const gamePictureFile = (
  name: GamePictureName,
  width: number,
  format: (typeof gamePictureFormats)[number],
) => `${name}-${width}.${format}`;

/** File in the same folder with the previews of the images, `data:` URLs of a few pixels. */
export const GAME_PREVIEWS = 'previews.json';
export type GamePreviews = Record<GamePictureName, string>;
