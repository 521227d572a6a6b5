import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { GameImageName } from '#contracts/image.ts';
import { screenshotNumbers, writeGameImage } from '../images/game-images.ts';

/**
 * Makes the image variants in content/media/games from the SVG masters in content/games/<game>/ with
 * `node api/commands/make-game-images.ts [game…]`. The variants are committed, so that builds only copy them.
 */
const selectedGames = process.argv.slice(2);
const names: readonly GameImageName[] = ['cover', ...screenshotNumbers];

const masters = globSync('content/games/*/*.svg').sort();
for (const master of masters) {
  const game = path.basename(path.dirname(master));
  const name = names.find((candidate) => `${candidate}.svg` === path.basename(master));
  if (selectedGames.length > 0 && !selectedGames.includes(game)) continue;
  if (name === undefined) throw new Error(`${master}: expected ${names.join(', ')}`);
  await writeGameImage(game, name, sharp(readFileSync(master)));
}
