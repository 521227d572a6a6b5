import type { GameContent } from '#contracts/content.ts';
import { type Game, gameSchema } from '#contracts/game.ts';
import { games as playableGames } from '#games/index.ts';
import type { FolderFile } from '../../site-content.ts';
import { describeIssue, InvalidContentError } from './invalid-content.ts';

/**
 * Validates the games of the catalogue.
 * @returns the games, sorted by ID
 * @throws InvalidContentError that names a file and its invalid fields
 */
export function parseGames(files: FolderFile[]): GameContent[] {
  const games = files.map(({ name, text }) => parseGame(name, text));
  const sorted = games.toSorted((first, second) => first.id - second.id);
  for (const [index, game] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.id === game.id) {
      throw invalid(game.surname, `'id' ${game.id} is taken by games/${before.surname}.json`);
    }
  }
  return sorted.map((game) => ({
    ...game,
    path: `/gamecorner/game/${game.id}`,
    images: {},
    share: 'sample',
  }));
}

const invalid = (name: string, problem: string, cause?: unknown) =>
  new InvalidContentError(`games/${name}.json is invalid: ${problem}`, { cause });

function parseGame(name: string, text: string): Game {
  const parsed = gameSchema.safeParse(readJson(name, text), { reportInput: true });
  if (!parsed.success) {
    throw invalid(name, parsed.error.issues.map(describeIssue).join('; '), parsed.error);
  }
  const game = parsed.data;
  if (game.surname !== name) throw invalid(name, `'surname' needs to be the name of the file`);
  // Scores and replays belong to an ID, so that of a playable game stays with it.
  const playable = playableGames.find(({ meta }) => meta.id === game.id)?.meta.game;
  if (game.play === playable) return game;
  throw invalid(
    name,
    playable === undefined
      ? `'play': there is no game '${game.play}' with the ID ${game.id}`
      : `'id' ${game.id} belongs to the game '${playable}', so 'play' needs this name`,
  );
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(name, error.message, error);
    throw error;
  }
}
