import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { drawGame, type Shot } from '../pictures/game-art/draw-game.ts';

/**
 * Draws the pictures of the games' catalogue anew: `node api/commands/draw-games.ts [name…]`. What it
 * writes into content/media/games is committed, so that a build only copies. Pictures of games that are played
 * here are drawn until there are shots of them (e2e/game-shots.ts), and left alone from then on.
 */
const names = process.argv.length > 2 ? process.argv.slice(2) : allNames();
const shots: Shot[] = [0, 1, 2, 3, 4];

function allNames(): string[] {
  return readdirSync('content/games').map((file) => path.parse(file).name);
}

const isPlayed = (name: string) =>
  'play' in JSON.parse(readFileSync(path.join('content/games', `${name}.json`), 'utf8'));

for (const name of names) {
  const folder = path.join('content/media/games', name);
  mkdirSync(folder, { recursive: true });
  for (const shot of shots) {
    if (shot > 0 && isPlayed(name) && existsSync(path.join(folder, `${shot}.avif`))) continue;
    const svg = drawGame(name, shot);
    if (svg === null) throw new Error(`nothing says how ${name} is drawn`);
    const picture = sharp(Buffer.from(svg)).flatten();
    const write = async (file: string, width: number, format: 'avif' | 'webp') => {
      const sized = picture.clone().resize({ width });
      const made =
        format === 'avif'
          ? sized.avif({ quality: 58, effort: 3 })
          : sized.webp({ quality: 80, effort: 6 });
      writeFileSync(path.join(folder, file), await made.toBuffer());
    };
    if (shot === 0) {
      await write('cover-300.avif', 300, 'avif');
      await write('cover-600.avif', 600, 'avif');
      await write('cover-600.webp', 600, 'webp');
    } else {
      await write(`${shot}.avif`, 1280, 'avif');
    }
  }
}
