import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  GAME_COVER,
  GAME_FOOTAGE,
  GAME_PREVIEWS,
  type GamePictureName,
  gamePictureFile,
  gamePictureFormats,
  gamePictures,
} from '#contracts/game-picture.ts';
import { drawPreview } from '../make-variants.ts';

const FOLDER = 'content/media/games';
const AVIF = { quality: 54, effort: 3 };
/** Whoever reads our styles reads AVIF: the other form may be plainer, since all of them are committed. */
const WEBP = { quality: 52, effort: 6 };

/** Pixels around the field on a shot. */
const MARGIN = 28;
/** The pictures of a game beside its cover. */
export const shotNumbers = [1, 2, 3, 4] as const;
export type ShotNumber = (typeof shotNumbers)[number];

const folderOf = (game: string) => path.join(FOLDER, game);

/** Whether a picture of a game has been made in all its forms. */
export const isMade = (game: string, name: GamePictureName) =>
  gamePictures[name].widths.every((width) =>
    existsSync(path.join(folderOf(game), gamePictureFile(name, width, 'avif'))),
  );

/** Writes one picture of a game in all its forms, and its preview beside those of the others. */
export async function writeForms(
  game: string,
  name: GamePictureName,
  picture: Sharp,
): Promise<void> {
  const folder = folderOf(game);
  mkdirSync(folder, { recursive: true });
  for (const width of gamePictures[name].widths) {
    const sized = picture.clone().flatten().resize({ width });
    const forms = { avif: sized.clone().avif(AVIF), webp: sized.clone().webp(WEBP) };
    for (const format of gamePictureFormats) {
      const bytes = await forms[format].toBuffer();
      writeFileSync(path.join(folder, gamePictureFile(name, width, format)), bytes);
    }
  }
  const file = path.join(folder, GAME_PREVIEWS);
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const previews = { ...known, [name]: await drawPreview(picture.clone()) };
  writeFileSync(file, `${JSON.stringify(previews, null, 2)}\n`);
}

/** Writes what somebody saw who played: the field before the game's cover, which is out of focus. */
export async function writeShot(game: string, number: ShotNumber, field: Buffer): Promise<void> {
  const { width, height } = GAME_FOOTAGE;
  const inner = { height: height - 2 * MARGIN, width: width - 2 * MARGIN, fit: 'inside' } as const;
  const cover = path.join(folderOf(game), gamePictureFile('cover', GAME_COVER.width, 'webp'));
  const shot = await sharp(cover)
    .resize(width, height, { fit: 'cover' })
    .blur(28)
    .modulate({ brightness: 0.8 })
    .composite([{ input: await sharp(field).resize(inner).toBuffer() }])
    .png()
    .toBuffer();
  await writeForms(game, number, sharp(shot));
}
