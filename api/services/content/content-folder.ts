import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ContentName, contentFile, contentNames } from '#contracts/content.ts';
import { systemClock } from '../../context.ts';
import { readContentHashes } from '../../db/hot/site.ts';
import {
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
    if (!isFolderContent(name)) writeFileSync(target, source);
    else {
      mkdirSync(target);
      for (const { name: fileName, text } of JSON.parse(source) as FolderFile[]) {
        writeFileSync(path.join(target, fileName + path.extname(file)), text);
      }
    }
  }
}

/** Returns the files that some content may name: images, videos and captions. */
export function listMediaFiles(contentFolder: string, name: ContentName): string[] {
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
    .filter((entry) => statSync(entry, { throwIfNoEntry: false })?.[kind]() === true);
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
    ...listMediaFiles(contentFolder, name),
  ]);
}
