import { readdirSync, readFileSync } from 'node:fs';
import { meta as birdShooter } from '#games/bird-shooter/meta.ts';
import { meta as birdShooting } from '#games/bird-shooting/meta.ts';
import { meta as connectFour } from '#games/connect-four/meta.ts';
import type { GameMeta, GameMode } from '#games/kit/meta.ts';
import { meta as pacman } from '#games/pacman/meta.ts';
import { meta as spaceInvaders } from '#games/space-invaders/meta.ts';
import { meta as sweetCrush } from '#games/sweet-crush/meta.ts';
import { meta as ticTacToe } from '#games/tic-tac-toe/meta.ts';
import { meta as whacAMole } from '#games/whac-a-mole/meta.ts';
import { DomainError } from '../../errors.ts';

const played: readonly GameMeta[] = [
  ...[sweetCrush, pacman, spaceInvaders, whacAMole],
  ...[birdShooting, connectFour, birdShooter, ticTacToe],
];
const ranked = new Map(played.map((meta) => [meta.id, meta]));

const catalogue = new URL('../../../content/games/', import.meta.url);
let names: Map<number, string> | undefined;

/** Names of the catalogue by their numbers; read once, when somebody first asks. */
function catalogueNames(): Map<number, string> {
  names ??= new Map(
    readdirSync(catalogue)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const { id, name } = JSON.parse(readFileSync(new URL(file, catalogue), 'utf8'));
        return [Number(id), String(name)];
      }),
  );
  return names;
}

/** Whether the catalogue has a game of this number. */
export const isGame = (id: number): boolean => catalogueNames().has(id);

/** What a game of the catalogue is called. */
export const nameOfGame = (id: number): string => catalogueNames().get(id) ?? `Game ${id}`;

/** The number of a game as it stands in an address. @throws DomainError NOT_FOUND */
export function gameNumbered(text: string): number {
  const id = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (!isGame(id)) throw new DomainError('NOT_FOUND');
  return id;
}

/** A game in a mode whose scores are counted. */
export interface RankedMode {
  game: GameMeta;
  mode: GameMode;
}

const countedModes = (game: GameMeta) => game.modes.filter(({ ranked }) => ranked !== false);

/** The mode of a game by its name, the first one without. @throws DomainError NOT_FOUND, VALIDATION */
export function rankedMode(id: number, name?: string): RankedMode {
  const game = ranked.get(id);
  if (!game) throw new DomainError('NOT_FOUND');
  const modes = countedModes(game);
  const mode = name === undefined ? modes[0] : modes.find((known) => known.id === name);
  if (mode) return { game, mode };
  const msg = 'No scores are counted in this mode.';
  throw new DomainError('VALIDATION', { msg, fields: { mode: msg } });
}

/** 'Pacman (Arcade)', and 'Bird Shooter' where there is but one mode. */
export function titleOfMode(id: number, name: string): string {
  const game = ranked.get(id);
  const mode = game?.modes.find((known) => known.id === name);
  if (!game || !mode || game.modes.length === 1) return nameOfGame(id);
  return `${game.name} (${mode.name})`;
}
