import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { GamePictureName } from '#contracts/game-picture.ts';
import { drawGame, type Shot } from '../pictures/game-art/draw-game.ts';
import { isMade, shotNumbers, writeForms } from '../pictures/game-art/write-forms.ts';

/**
 * Draws the pictures of the games' catalogue anew: `node api/commands/draw-games.ts [name…]`. What it
 * writes into content/media/games is committed, so that a build only copies. Pictures of games that are played
 * here are drawn until there are shots of them (e2e/game-shots.ts), and left alone from then on.
 */
const names = process.argv.length > 2 ? process.argv.slice(2) : allNames();
const pictures: [GamePictureName, Shot][] = [
  ['cover', 0],
  ...shotNumbers.map((number): [GamePictureName, Shot] => [number, number]),
];

function allNames(): string[] {
  return readdirSync('content/games').map((file) => path.parse(file).name);
}

const isPlayed = (name: string) =>
  'play' in JSON.parse(readFileSync(path.join('content/games', `${name}.json`), 'utf8'));

for (const game of names) {
  for (const [name, shot] of pictures) {
    if (name !== 'cover' && isPlayed(game) && isMade(game, name)) continue;
    const svg = drawGame(game, shot);
    if (svg === null) throw new Error(`nothing says how ${game} is drawn`);
    await writeForms(game, name, sharp(Buffer.from(svg)));
  }
}
