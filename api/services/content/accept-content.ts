import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type ContentName,
  contentFile,
  contentNames,
  type SiteContent,
} from '#contracts/content.ts';
import type { Config } from '../../config.ts';
import type { Connection } from '../../db/connection.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { findRelease } from '../../db/hot/releases.ts';
import {
  type ContentFile,
  readContentHashes,
  readContentOf,
  storeContentFile,
} from '../../db/hot/site.ts';
import {
  InvalidContentError,
  listChangedItems,
  readBuildVersion,
  readContentSource,
  readSampleContent,
  samplesFolder,
} from '../../site-content.ts';
import type { ImportContext } from '../import/import-result.ts';
import { uploadsFolder } from '../media/media-files.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';
import {
  type FileStamp,
  listContentMedia,
  mediaFolders,
  stampOf,
  stampOfContent,
} from './content-folder.ts';
import { parseContent } from './parse-content.ts';
import {
  findSampleGames,
  type MediaContext,
  type MediaOwner,
  MediaUnfinishedError,
  storeGameImages,
  storePortrait,
  storeStudyMedia,
  uploadNamesOf,
} from './store-media.ts';

/** State of CONTENT_DIR in a process, which reads files again only after a change. */
export interface ContentMemory extends Pick<MediaContext, 'uploads'> {
  /** Version of the build, whose schemas the files have to match. */
  buildVersion: string;
  /** Size and times of the files of some content when they were last read. */
  stamps: Map<ContentName, string>;
}

export const createContentMemory = ({
  buildFolder,
}: Pick<Config, 'buildFolder'>): ContentMemory => ({
  buildVersion: readBuildVersion(buildFolder),
  stamps: new Map(),
  uploads: new Map(),
});

interface ChangedSource {
  name: ContentName;
  /** Null if the file is missing or cannot be read. */
  text: string | null;
  /** Reason why the file cannot be read, or null. */
  unreadable: string | null;
  sourceHash: string;
  stamp: FileStamp;
}

type CheckedSource = Pick<ContentFile, 'value' | 'problem'>;

/**
 * Reads changed files of CONTENT_DIR. The content of a valid file is stored with the job that publishes it. For
 * an invalid or missing file only the problem is stored, which admins see.
 * @param watching memory of a process that watches the files; without it, all files are read
 * @returns the problems of the files that were read
 */
export async function acceptContent(
  context: ImportContext,
  watching?: ContentMemory,
): Promise<string[]> {
  const memory = watching ?? createContentMemory(context.config);
  const { uploads } = memory;
  const media: MediaContext = { ...context, uploads, waitsForVideos: watching !== undefined };
  const changed = findChanged(context, memory);
  if (changed.length === 0) return [];
  // Samples save most of the work of a first start; comparing files with them would delay later changes.
  const isFirst = memory.stamps.size === 0;
  const samples = isFirst ? readSampleContent(context.config.buildFolder) : {};
  const files: ContentFile[] = [];
  for (const source of changed) {
    const { name, sourceHash } = source;
    const checked = useSample(context, source, samples) ?? (await check(media, source));
    if (checked === null) continue;
    files.push({ name, sourceHash, ...checked });
  }
  await context.database.write(() => store(context, files));
  for (const { name, stamp } of changed) {
    if (files.some((file) => file.name === name)) remember(memory, name, stamp);
  }
  context.publisher.wake();
  return files.flatMap(({ problem }) => problem ?? []);
}

/** Returns the content whose files differ from those that were read last, by this or an earlier process. */
function findChanged(context: ImportContext, memory: ContentMemory): ChangedSource[] {
  const known = readContentHashes(context.database);
  return contentNames.flatMap((name) => {
    try {
      return readChanged(context, memory, { name, knownHash: known.get(name) });
    } catch (error) {
      if (!isFileError(error)) throw error;
      const unreadable = describeFileError(name, error);
      memory.stamps.delete(name);
      if (known.get(name) === unreadable) return [];
      const stamp = { text: '', isSettled: false };
      return [{ name, text: null, unreadable, sourceHash: unreadable, stamp }];
    }
  });
}

function readChanged(
  context: ImportContext,
  memory: ContentMemory,
  { name, knownHash }: { name: ContentName; knownHash: string | undefined },
): ChangedSource[] {
  const { contentFolder } = context.config;
  const stamp = stampOfContent(contentFolder, name);
  const remembered = memory.stamps.get(name);
  if (remembered === stamp.text) return [];
  const text = readContentSource(contentFolder, name);
  const media = stampOf(listContentMedia(contentFolder, name)).text;
  const sourceHash =
    text === null
      ? ''
      : createHash('sha256').update([memory.buildVersion, text, media].join('\n')).digest('hex');
  const isUnchanged = knownHash === sourceHash;
  // Uploads are checked once after the start, because they may be lost after a restore.
  if (!isUnchanged || (remembered === undefined && hasLostUploads(context, name))) {
    return [{ name, text, unreadable: null, sourceHash, stamp }];
  }
  remember(memory, name, stamp);
  return [];
}

/** True for errors of the file system, such as missing permissions or a full disk. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && 'syscall' in error;

const describeFileError = (name: ContentName, { message }: Error) =>
  `${contentFile(name)} cannot be read or stored: ${message}`;

function remember(memory: ContentMemory, name: ContentName, stamp: FileStamp): void {
  if (stamp.isSettled) memory.stamps.set(name, stamp.text);
}

function hasLostUploads({ config, database }: ImportContext, name: ContentName): boolean {
  const folder = uploadsFolder(config.dataFolder);
  return listUploadsOf(database, name).some((upload) => !existsSync(path.join(folder, upload)));
}

const ownsMedia = (name: ContentName): name is keyof MediaOwner => name in mediaFolders;

/** Returns the names of the uploads of stored content. */
function listUploadsOf(database: Connection, name: ContentName): string[] {
  if (!ownsMedia(name)) return [];
  const value = readContentOf(database, name);
  return value === null ? [] : uploadNamesOf(name, value);
}

/** Returns the content of an unchanged sample, which the build has validated; null for other files. */
function useSample(
  { config }: ImportContext,
  { name, text }: ChangedSource,
  samples: Partial<SiteContent>,
): CheckedSource | null {
  const sample = samples[name];
  const isSample =
    sample !== undefined &&
    text === readContentSource(samplesFolder, name) &&
    listContentMedia(config.contentFolder, name).length === 0;
  return isSample ? { value: JSON.stringify(sample), problem: null } : null;
}

/** Validates a file and stores the images that it names. @returns null if it has to be read again later */
async function check(
  context: MediaContext,
  { name, text, unreadable }: ChangedSource,
): Promise<CheckedSource | null> {
  if (unreadable !== null) return { value: null, problem: unreadable };
  try {
    if (text === null) throw new InvalidContentError(`${contentFile(name)} is missing`);
    const value = await parseContent(name, text, (source) => context.markdown.render(source));
    const content: Partial<SiteContent> = { [name]: value };
    if (content.profile) await storePortrait(context, content.profile);
    for (const study of content.caseStudies ?? []) await storeStudyMedia(context, study);
    const isSample = findSampleGames();
    for (const game of content.games ?? []) await storeGameImages(context, game, isSample);
    return { value: JSON.stringify(value), problem: null };
  } catch (error) {
    if (error instanceof MediaUnfinishedError) return null;
    if (isFileError(error)) return { value: null, problem: describeFileError(name, error) };
    if (!(error instanceof InvalidContentError)) throw error;
    return { value: null, problem: error.message };
  }
}

/** Stores read content with the jobs that publish it; call it in a transaction. */
function store(context: ImportContext, files: readonly ContentFile[]): void {
  const { database, clock, config } = context;
  const names: ContentName[] = [];
  const paths: string[] = [];
  for (const file of files) {
    const before = readItems(database, file.name);
    const uploads = listUploadsOf(database, file.name);
    if (!storeContentFile(database, file)) continue;
    names.push(file.name);
    paths.push(...listChangedItems(before, readItems(database, file.name)));
    // Copies new videos into the bucket of STORAGE, and deletes those that are no longer used there.
    enqueueStore(context, [...new Set([...uploads, ...listUploadsOf(database, file.name)])]);
  }
  // A first release renders everything anyway.
  if (names.length === 0 || !findRelease(database, 'live')) return;
  const now = clock();
  enqueueJob(database, { kind: 'content', payload: { names, paths }, now });
  if (!config.makeImages) return;
  // Open Graph images contain the name of the site; those that stay the same are not drawn again.
  const isRenamed = names.includes('profile');
  if (isRenamed || names.includes('caseStudies') || names.includes('games')) {
    enqueueJob(database, { kind: 'og-images', payload: { of: 'content' }, now });
  }
  if (!isRenamed) return;
  enqueueJob(database, { kind: 'og-images', payload: { below: null }, now });
  enqueueJob(database, { kind: 'og-images', payload: { below: null, of: 'products' }, now });
}

/** Returns the games or case studies of the stored content; empty for other content. */
const readItems = (database: Connection, name: ContentName) =>
  name === 'caseStudies' || name === 'games' ? (readContentOf(database, name) ?? []) : [];
