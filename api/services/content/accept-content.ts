import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkMedia, InvalidCaseStudyError, mediaOf } from '#contracts/case-study.ts';
import {
  type CaseStudyContent,
  type ContentName,
  contentFile,
  contentNames,
  type Profile,
} from '#contracts/content.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { findRelease } from '../../db/hot/releases.ts';
import { type ContentFile, readContentHashes, storeContentFile } from '../../db/hot/site.ts';
import {
  type FolderFile,
  listSampleMedia,
  readContentSource,
  readSampleContent,
  samplesFolder,
} from '../../site-content.ts';
import type { ImportContext } from '../import/import-result.ts';
import { InvalidImageError, storeImage } from '../media/store-image.ts';
import { InvalidContentError } from './invalid-content.ts';
import { parseContent } from './parse-content.ts';

/** Folder of images in CONTENT_DIR. */
const MEDIA_FOLDER = 'media';
/** Folder of the images of case studies in MEDIA_FOLDER. */
const STUDY_FOLDER = 'case-studies';
/** File name of the sample portrait, which is part of the build. */
const SAMPLE_PORTRAIT = 'avatar.png';

/** Folders of CONTENT_DIR. */
export const contentFolders = [
  ...new Set([
    ...contentNames.map(contentFile).map(path.dirname),
    MEDIA_FOLDER,
    path.join(MEDIA_FOLDER, STUDY_FOLDER),
  ]),
];

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

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
    const file = contentFile(name);
    const target = path.join(config.contentFolder, file.replace('/*.md', ''));
    if (existsSync(target)) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    const source = readContentSource(samplesFolder, name) ?? '';
    if (!file.endsWith('*.md')) writeFileSync(target, source);
    else {
      mkdirSync(target);
      for (const { name: fileName, markdown } of JSON.parse(source) as FolderFile[]) {
        writeFileSync(path.join(target, `${fileName}.md`), markdown);
      }
    }
  }
}

/**
 * Reads changed files of CONTENT_DIR. The content of a valid file is stored with the job that publishes it. For
 * an invalid or missing file only the problem is stored, which admins see.
 * @param options.recheck true to validate unchanged files as well, because a new version may have other schemas
 * @returns the problems of the files that were read
 */
export async function acceptContent(
  context: ImportContext,
  { recheck = false }: { recheck?: boolean } = {},
): Promise<string[]> {
  const { database, clock, publisher } = context;
  const { contentFolder, makePictures } = context.config;
  const known = readContentHashes(database);
  const sources = contentNames.map((name) => {
    const text = readContentSource(contentFolder, name);
    return { name, text, sourceHash: text === null ? '' : hashSource(contentFolder, name, text) };
  });
  const changed = sources.filter(
    ({ name, sourceHash }) => known.get(name) !== sourceHash || recheck,
  );
  if (changed.length === 0) return [];
  // Unchanged samples were validated by the build, which saves most of the work of a first start.
  const samples = known.size === 0 ? readSampleContent(context.config.buildFolder) : {};
  const files: ContentFile[] = [];
  for (const { name, sourceHash, text } of changed) {
    const sample = samples[name];
    const isSample = sample !== undefined && text === readContentSource(samplesFolder, name);
    const result = isSample
      ? { value: JSON.stringify(sample), problem: null }
      : await check(context, name, text);
    files.push({ name, sourceHash, ...result });
  }
  await database.write(() => {
    const names = files.filter((file) => storeContentFile(database, file)).map(({ name }) => name);
    // A first release renders everything anyway.
    if (names.length === 0 || !findRelease(database, 'live')) return;
    const now = clock();
    enqueueJob(database, { kind: 'content', payload: { names }, now });
    if (!names.includes('profile') || !makePictures) return;
    // Open Graph images contain the name of the site; those with the same name are not drawn again.
    enqueueJob(database, { kind: 'share', payload: { below: null }, now });
    enqueueJob(database, { kind: 'share', payload: { below: null, of: 'products' }, now });
  });
  publisher.wake();
  return files.flatMap(({ problem }) => problem ?? []);
}

/** Returns a hash that changes with a file and, if it may name images, with these. */
function hashSource(contentFolder: string, name: ContentName, text: string): string {
  if (name !== 'profile' && name !== 'caseStudies') return hashOf(text);
  const folder = path.join(contentFolder, MEDIA_FOLDER, name === 'profile' ? '' : STUDY_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const images = names.map((image) => {
    const stats = statSync(path.join(folder, image), { throwIfNoEntry: false });
    return stats?.isFile() ? `${image} ${stats.size} ${stats.mtimeMs}` : '';
  });
  return hashOf([text, ...images].join('\n'));
}

async function check(
  context: ImportContext,
  name: ContentName,
  text: string | null,
): Promise<{ value: string | null; problem: string | null }> {
  try {
    if (text === null) throw new InvalidContentError(`${contentFile(name)} is missing`);
    const value = await parseContent(name, text, (source) => context.markdown.render(source));
    if (name === 'caseStudies') {
      for (const study of value as CaseStudyContent[]) await storeStudyImages(context, study);
    }
    const portrait = name === 'profile' && (await storePortrait(context, value as Profile));
    return { value: JSON.stringify(portrait ? { ...value, portrait } : value), problem: null };
  } catch (error) {
    if (!(error instanceof InvalidContentError)) throw error;
    return { value: null, problem: error.message };
  }
}

/**
 * Stores the portrait of the profile in the media library, which removes metadata and makes variants.
 * @returns its name in the media library; null if the profile has none or names the sample
 * @throws InvalidContentError
 */
async function storePortrait(
  context: ImportContext,
  { avatar }: Profile,
): Promise<{ fileName: string } | null> {
  if (avatar === undefined) return null;
  const file = path.join(context.config.contentFolder, MEDIA_FOLDER, avatar);
  const invalid = (problem: string, cause?: unknown) =>
    new InvalidContentError(`${contentFile('profile')} is invalid: 'avatar' ${problem}`, { cause });
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    if (avatar === SAMPLE_PORTRAIT) return null;
    throw invalid(`names '${avatar}', and there is no such file in ${MEDIA_FOLDER}/`);
  }
  return storeFile(context, file, (message, cause) =>
    invalid(`names '${avatar}': ${message}`, cause),
  );
}

/**
 * Stores the images of a case study that are in CONTENT_DIR, and adds their names in the media library to the
 * study. The images and videos of the samples are part of the build.
 * @throws InvalidContentError
 */
async function storeStudyImages(context: ImportContext, study: CaseStudyContent): Promise<void> {
  const file = `case-studies/${study.file}.md`;
  const folder = path.join(context.config.contentFolder, MEDIA_FOLDER, STUDY_FOLDER);
  const isOwn = (image: string) =>
    isImage.test(image) &&
    statSync(path.join(folder, image), { throwIfNoEntry: false })?.isFile() === true;
  const media = mediaOf(study.fields);
  const own = media.filter(([, image]) => isOwn(image));
  try {
    checkMedia(
      file,
      study.fields,
      new Set([...listSampleMedia(), ...own.map(([, image]) => image)]),
    );
  } catch (error) {
    if (!(error instanceof InvalidCaseStudyError)) throw error;
    throw new InvalidContentError(error.message, { cause: error });
  }
  const images: Record<string, { fileName: string }> = {};
  for (const [field, image] of own) {
    images[image] ??= await storeFile(
      context,
      path.join(folder, image),
      (message, cause) =>
        new InvalidContentError(`${file} is invalid: '${field}': ${message}`, { cause }),
    );
  }
  Object.assign(study, { images });
}

const isImage = /\.(?:png|jpe?g|webp|avif)$/i;

/** Stores an image file in the media library. @returns its name there */
async function storeFile(
  context: ImportContext,
  file: string,
  invalid: (message: string, cause: unknown) => InvalidContentError,
): Promise<{ fileName: string }> {
  try {
    const name = path.basename(file);
    const { fileName } = await storeImage(context, readFileSync(file), { folder: 'content', name });
    return { fileName };
  } catch (error) {
    if (error instanceof InvalidImageError) throw invalid(error.message, error);
    throw error;
  }
}
