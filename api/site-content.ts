import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ContentName,
  contentFile,
  contentSchemas,
  type SiteContent,
} from '#contracts/content.ts';
import { gameSchema } from '#contracts/game.ts';
import type { Connection } from './db/connection.ts';
import { readContentOf } from './db/hot/site.ts';
import { cachedRead } from './db/query-cache.ts';
import { MANIFEST } from './start/build-state.mjs';

/** File of a build with the validated sample content. */
const SAMPLES = path.join('server', 'sample-content.json');

/** An invalid file of the owner; the message is for the owner and names the file and the fields. */
export class InvalidContentError extends Error {}

export const samplesFolder = path.join(import.meta.dirname, '..', 'content');

/** A file of a folder whose files are one content: an article template, a case study or a game. */
export interface FolderFile {
  /** Without folder and ending. */
  name: string;
  text: string;
}

/** True for content whose files are one content together. */
export const isFolderContent = (name: ContentName): boolean => contentFile(name).includes('*');

/**
 * Returns the paths of the files of some content; null if the file, or the folder of the files, is missing.
 * @param folder CONTENT_DIR or the folder of the samples
 */
export function listContentFiles(folder: string, name: ContentName): string[] | null {
  const file = path.join(folder, contentFile(name));
  if (!isFolderContent(name)) return entryExists(file, 'isFile') ? [file] : null;
  const parent = path.dirname(file);
  if (!entryExists(parent, 'isDirectory')) return null;
  // The case studies of the repository are MDX, which the build compiles.
  const ending =
    folder === samplesFolder && name === 'caseStudies' ? '.mdx' : path.extname(contentFile(name));
  return readdirSync(parent)
    .filter((entry) => !entry.startsWith('.') && path.extname(entry) === ending)
    .sort()
    .map((entry) => path.join(parent, entry))
    .filter((entry) => entryExists(entry, 'isFile'));
}

/**
 * Returns the text of a file, or null if it is missing. For article templates, case studies and games, returns JSON
 * of all files, see FolderFile.
 * @param folder CONTENT_DIR or the folder of the samples
 */
export function readContentSource(folder: string, name: ContentName): string | null {
  const files = listContentFiles(folder, name);
  if (files === null) return null;
  const [file] = files;
  if (!isFolderContent(name) && file !== undefined) return readFileSync(file, 'utf8');
  return JSON.stringify(
    files.map(
      (entry): FolderFile => ({ name: path.parse(entry).name, text: readFileSync(entry, 'utf8') }),
    ),
  );
}

/** True if a file or folder exists, also behind a link. */
export const entryExists = (file: string, kind: 'isFile' | 'isDirectory') =>
  statSync(file, { throwIfNoEntry: false })?.[kind]() === true;

export function readSampleFiles(name: ContentName): FolderFile[] {
  return JSON.parse(readContentSource(samplesFolder, name) ?? '[]');
}

/** Names of all content that is JSON in one file, and article templates. */
type PlainName = Exclude<ContentName, 'caseStudies' | 'games' | 'help' | 'privacy' | 'terms'>;

/** Returns content of the owner; the sample if no valid file has been read. */
export function getContent<Name extends PlainName>(
  database: Connection,
  name: Name,
): SiteContent[Name] {
  const sample = () =>
    contentSchemas[name].parse(
      JSON.parse(readContentSource(samplesFolder, name) ?? ''),
    ) as SiteContent[Name];
  return readContentOf(database, name) ?? sample();
}

/** Returns the names of the games in the owner's catalogue by ID. */
export function getGameNames(database: Connection): ReadonlyMap<number, string> {
  return cachedRead(database, 'game-names', () => {
    const games = readContentOf(database, 'games') ?? readSampleGames();
    return new Map(games.map(({ id, name }) => [id, name]));
  });
}

const readSampleGames = () =>
  readSampleFiles('games').map(({ text }) => gameSchema.parse(JSON.parse(text)));

/** Writes the sample content of a finished build. */
export function writeSampleContent(buildFolder: string, content: SiteContent): void {
  writeFileSync(path.join(buildFolder, SAMPLES), JSON.stringify(content));
}

/** Returns the sample content of a build; older builds have none. */
export function readSampleContent(buildFolder: string): Partial<SiteContent> {
  const file = path.join(buildFolder, SAMPLES);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Returns a text that changes with each build; empty without a build. */
export function readBuildVersion(buildFolder: string): string {
  const file = path.join(buildFolder, MANIFEST);
  if (!existsSync(file)) return '';
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Names of the images and videos of the sample case studies, which are part of the build. */
export function listSampleMedia(): string[] {
  const folder = path.join(samplesFolder, 'media', 'case-studies');
  return entryExists(folder, 'isDirectory') ? readdirSync(folder) : [];
}

/** Returns the cover of a sample game as SVG; undefined if there is no such game. */
export function readSampleCover(surname: string): string | undefined {
  const file = path.join(samplesFolder, 'games', surname, 'cover.svg');
  return entryExists(file, 'isFile') ? readFileSync(file, 'utf8') : undefined;
}

/** Returns the name of the site, which is that of its owner. */
export const getSiteName = (database: Connection): string => getContent(database, 'profile').name;

/** A game or a case study. */
type ContentItem = Pick<SiteContent['games'][number], 'path'>;

/** Returns the paths of new, changed and removed games or case studies. */
export function listChangedItems(
  before: readonly ContentItem[],
  after: readonly ContentItem[],
): string[] {
  const textOf = (item: ContentItem) => JSON.stringify(item);
  const known = new Map(before.map((item) => [item.path, textOf(item)]));
  const changed = after.filter((item) => known.get(item.path) !== textOf(item));
  const retained = new Set(after.map((item) => item.path));
  const removed = before.filter((item) => !retained.has(item.path));
  return [...changed, ...removed].map((item) => item.path);
}
