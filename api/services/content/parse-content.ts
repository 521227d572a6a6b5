import {
  type ContentName,
  contentFile,
  contentSchemas,
  type GameContent,
  type SiteContent,
} from '#contracts/content.ts';
import { describeIssues } from '#contracts/fields.ts';
import { type Game, gameSchema } from '#contracts/game.ts';
import { games as playableGames } from '#games/index.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';
import { type FolderFile, InvalidContentError, isFolderContent } from '../../site-content.ts';
import { InvalidFrontMatterError, readFrontMatter } from '../import/front-matter.ts';
import { parseCaseStudies, type RenderMarkdown } from './parse-case-studies.ts';

/** Maximum characters of a file. */
const FILE_CHARACTERS_MAX = 1_048_576;
/** Name of a file's whole value in messages. */
const WHOLE_FILE = 'the whole file';

/**
 * Validates the text of a file and returns the content for pages. Nothing in a file is executed: Markdown goes
 * through the pipeline of articles, and other files are JSON.
 * @throws InvalidContentError
 */
export async function parseContent<Name extends ContentName>(
  name: Name,
  text: string,
  renderMarkdown: RenderMarkdown,
): Promise<SiteContent[Name]> {
  const file = contentFile(name);
  const invalid = (problem: string, cause?: unknown) =>
    new InvalidContentError(`${file} is invalid: ${problem}`, { cause });
  const folderFiles: FolderFile[] = isFolderContent(name) ? JSON.parse(text) : [];
  const texts = isFolderContent(name) ? folderFiles.map((entry) => entry.text) : [text];
  if (texts.some(({ length }) => length > FILE_CHARACTERS_MAX)) {
    throw invalid(`a file is longer than ${FILE_CHARACTERS_MAX} characters`);
  }
  const check = (value: unknown) => {
    const parsed = contentSchemas[name].safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw invalid(describeIssues(parsed.error, WHOLE_FILE), parsed.error);
  };
  if (name === 'caseStudies') {
    return (await parseCaseStudies(folderFiles, renderMarkdown)) as SiteContent[Name];
  }
  if (name === 'games') return parseGames(folderFiles) as SiteContent[Name];
  if (!file.startsWith('pages/')) {
    try {
      return check(JSON.parse(text)) as SiteContent[Name];
    } catch (error) {
      if (error instanceof SyntaxError) throw invalid(error.message, error);
      throw error;
    }
  }
  try {
    const { matter, body } = readFrontMatter(text);
    const fields = check(Object.fromEntries(matter));
    const { html, toc } = await renderMarkdown(body);
    const contents = toc.flatMap(({ depth, id, text }) => (depth === 2 ? [{ id, text }] : []));
    return { ...fields, html, contents } as unknown as SiteContent[Name];
  } catch (error) {
    const isInvalid = error instanceof InvalidFrontMatterError || error instanceof MarkdownError;
    throw isInvalid ? invalid(error.message, error) : error;
  }
}

/**
 * Validates the games of the catalogue.
 * @returns the games, sorted by ID
 * @throws InvalidContentError that names a file and its invalid fields
 */
function parseGames(files: FolderFile[]): GameContent[] {
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
    ogImage: 'sample',
  }));
}

const invalid = (name: string, problem: string, cause?: unknown) =>
  new InvalidContentError(`games/${name}.json is invalid: ${problem}`, { cause });

function parseGame(name: string, text: string): Game {
  const parsed = gameSchema.safeParse(parseJsonFile(name, text), { reportInput: true });
  if (!parsed.success) {
    throw invalid(name, describeIssues(parsed.error, WHOLE_FILE), parsed.error);
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

function parseJsonFile(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(name, error.message, error);
    throw error;
  }
}
