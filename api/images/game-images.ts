import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  GAME_COVER,
  GAME_FOOTAGE,
  GAME_PREVIEWS,
  type GameImageName,
  gameImageFile,
  gameImageFormats,
  gameImages,
} from '#contracts/image.ts';
import { drawPreview } from './make-variants.ts';

const FOLDER = 'content/media/games';
const AVIF = { quality: 54, effort: 3 };
/** Lower quality than AVIF, because all browsers that support the site's styles also support AVIF. */
const WEBP = { quality: 52, effort: 6 };

/** Margin around the field in a screenshot, in pixels. */
const MARGIN = 28;
/** Numbers of the images of a game other than its cover. */
export const screenshotNumbers = [1, 2, 3, 4] as const;
export type ScreenshotNumber = (typeof screenshotNumbers)[number];

const folderOf = (game: string) => path.join(FOLDER, game);

/** Writes all variants of an image of a game, and its preview. */
export async function writeGameImage(
  game: string,
  name: GameImageName,
  image: Sharp,
): Promise<void> {
  const folder = folderOf(game);
  mkdirSync(folder, { recursive: true });
  for (const width of gameImages[name].widths) {
    const resized = image.clone().flatten().resize({ width });
    const variants = { avif: resized.clone().avif(AVIF), webp: resized.clone().webp(WEBP) };
    for (const format of gameImageFormats) {
      const bytes = await variants[format].toBuffer();
      writeFileSync(path.join(folder, gameImageFile(name, width, format)), bytes);
    }
  }
  const file = path.join(folder, GAME_PREVIEWS);
  const storedPreviews = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const previews = { ...storedPreviews, [name]: await drawPreview(image.clone()) };
  writeFileSync(file, `${JSON.stringify(previews, null, 2)}\n`);
}

/** Writes a screenshot of the field in front of the game's blurred cover. */
export async function writeScreenshot(
  game: string,
  number: ScreenshotNumber,
  field: Buffer,
): Promise<void> {
  const { width, height } = GAME_FOOTAGE;
  const inner = { height: height - 2 * MARGIN, width: width - 2 * MARGIN, fit: 'inside' } as const;
  const cover = path.join(folderOf(game), gameImageFile('cover', GAME_COVER.width, 'webp'));
  const screenshot = await sharp(cover)
    .resize(width, height, { fit: 'cover' })
    .blur(28)
    .modulate({ brightness: 0.8 })
    .composite([{ input: await sharp(field).resize(inner).toBuffer() }])
    .png()
    .toBuffer();
  await writeGameImage(game, number, sharp(screenshot));
}
