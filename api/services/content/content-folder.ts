import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type ContentName, contentFile, contentNames } from '#contracts/content.ts';
import { systemClock } from '../../context.ts';
import { readContentHashes } from '../../db/hot/site.ts';
import {
  entryExists,
  type FolderFile,
  isFolderContent,
  listContentFiles,
  readContentSource,
  samplesFolder,
} from '../../site-content.ts';
import type { ImportContext } from '../import/import-result.ts';

/** Folders of images and videos in CONTENT_DIR. */
export const mediaFolders = {
  profile: 'media',
  caseStudies: path.join('media', 'case-studies'),
  /** Has a folder for each game. */
  games: path.join('media', 'games'),
} satisfies Partial<Record<ContentName, string>>;

const folders = [
  ...new Set([
    ...contentNames.map(contentFile).map((file) => path.dirname(file)),
    ...Object.values(mediaFolders),
  ]),
];

/** Creates the folders of CONTENT_DIR. @returns their paths, with those of single games */
export function createContentFolders(contentFolder: string): string[] {
  const all = folders.map((name) => path.join(contentFolder, name));
  for (const folder of all) mkdirSync(folder, { recursive: true });
  const ofGames = path.join(contentFolder, mediaFolders.games);
  return [...all, ...listEntries(ofGames, 'isDirectory')];
}

/**
 * Copies the samples of missing files into CONTENT_DIR, except files that have been read before: a file that
 * the owner has deleted does not come back.
 */
export function fillContentFolder({
  config,
  database,
}: Pick<ImportContext, 'config' | 'database'>): void {
  const known = readContentHashes(database);
  for (const name of contentNames.filter((candidate) => !known.has(candidate))) {
    const file = path.join(config.contentFolder, contentFile(name));
    const target = isFolderContent(name) ? path.dirname(file) : file;
    if (existsSync(target)) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    const source = readContentSource(samplesFolder, name) ?? '';
    if (isFolderContent(name)) fillFolder(target, JSON.parse(source), path.extname(file));
    else writeFileSync(target, source);
  }
}

/** Writes a folder that another server may be writing at the same time; it appears with all files. */
function fillFolder(target: string, files: FolderFile[], ending: string): void {
  const unfinished = mkdtempSync(`${target}.unfinished-`);
  try {
    for (const { name, text } of files) writeFileSync(path.join(unfinished, name + ending), text);
    if (existsSync(target)) return;
    chmodSync(unfinished, statSync(path.dirname(target)).mode);
    renameSync(unfinished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Returns the files that some content may name: images, videos and captions. */
export function listContentMedia(contentFolder: string, name: ContentName): string[] {
  if (!(name in mediaFolders)) return [];
  const folder = path.join(contentFolder, mediaFolders[name as keyof typeof mediaFolders]);
  if (name !== 'games') return listEntries(folder, 'isFile');
  return listEntries(folder, 'isDirectory').flatMap((game) => listEntries(game, 'isFile'));
}

function listEntries(folder: string, kind: 'isFile' | 'isDirectory'): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((entry) => path.join(folder, entry))
    .filter((entry) => entryExists(entry, kind));
}

/** Time after the last change of a file in which its times may not show another one, in milliseconds. */
const SETTLING_MS = 2500;

/** Size and times of files. */
export interface FileStamp {
  /** Changes with each file. */
  text: string;
  /** False if a file has just changed: file systems store times in steps of up to two seconds. */
  isSettled: boolean;
}

/** Returns the size and times of files; missing ones are omitted. */
export function stampOf(files: readonly string[]): FileStamp {
  const now = systemClock();
  let isSettled = true;
  const lines = files.flatMap((file) => {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    if (!stats) return [];
    if (Math.abs(now - Number(stats.ctimeMs)) < SETTLING_MS) isSettled = false;
    return `${file} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  });
  return { text: lines.join('\n'), isSettled };
}

/** Returns the size and times of all files of some content. */
export function stampOfContent(contentFolder: string, name: ContentName): FileStamp {
  return stampOf([
    ...(listContentFiles(contentFolder, name) ?? []),
    ...listContentMedia(contentFolder, name),
  ]);
}
