import { readdirSync, readFileSync } from 'node:fs';
import { games } from '#games/index.ts';
import type { GameMeta, GameMode } from '#games/kit/meta.ts';
import { DomainError } from '../../errors.ts';

const ranked = new Map(games.map(({ meta }) => [meta.id, meta]));

const catalogue = new URL('../../../content/games/', import.meta.url);
let names: Map<number, string> | undefined;

/** Returns the names of the catalogue by number; cached after the first call. */
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

/** True if the catalogue has a game with this number. */
export const isGame = (id: number): boolean => catalogueNames().has(id);

/** Returns the name of a game in the catalogue. */
export const getGameName = (id: number): string => catalogueNames().get(id) ?? `Game ${id}`;

/** Parses the number of a game in a URL. @throws DomainError NOT_FOUND */
export function parseGameNumber(text: string): number {
  const id = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (!isGame(id)) throw new DomainError('NOT_FOUND');
  return id;
}

/** Game in a ranked mode. */
export interface RankedMode {
  game: GameMeta;
  mode: GameMode;
}

const countedModes = (game: GameMeta) => game.modes.filter(({ ranked }) => ranked !== false);

/** Returns a mode by name, by default the first. @throws DomainError NOT_FOUND, VALIDATION */
export function getRankedMode(id: number, name?: string): RankedMode {
  const game = ranked.get(id);
  if (!game) throw new DomainError('NOT_FOUND');
  const modes = countedModes(game);
  const mode = name === undefined ? modes[0] : modes.find((known) => known.id === name);
  if (mode) return { game, mode };
  const msg = 'This mode has no leaderboard.';
  throw new DomainError('VALIDATION', { msg, fields: { mode: msg } });
}

/** Returns a title such as 'Pacman (Arcade)', or 'Bird Shooter' for a game with one mode. */
export function getModeTitle(id: number, name: string): string {
  const game = ranked.get(id);
  const mode = game?.modes.find((known) => known.id === name);
  if (!game || !mode || game.modes.length === 1) return getGameName(id);
  return `${game.name} (${mode.name})`;
}
