import { randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { checkMedia, InvalidCaseStudyError, mediaOf } from '#contracts/case-study.ts';
import {
  type CaseStudyContent,
  contentFile,
  type GameContent,
  type Profile,
  type SiteContent,
} from '#contracts/content.ts';
import { sizeLimit } from '#contracts/file-size.ts';
import { type GameImageName, gameImages, type PageImage } from '#contracts/image.ts';
import { systemClock } from '../../context.ts';
import { hashFile, readStart, syncToDisk } from '../../files.ts';
import {
  entryExists,
  InvalidContentError,
  listContentFiles,
  listSampleMedia,
  samplesFolder,
} from '../../site-content.ts';
import type { ImportContext } from '../import/import-result.ts';
import { uploadsFolder } from '../media/media-files.ts';
import { InvalidImageError, storeImage } from '../media/store-image.ts';
import { mediaFolders, stampOf } from './content-folder.ts';

/** File name of the sample portrait, which is part of the build. */
const SAMPLE_PORTRAIT = 'avatar.png';
/** Maximum bytes of a video, and of captions. */
const VIDEO_BYTES_MAX = 1024 * 1_048_576;
const CAPTIONS_BYTES_MAX = 1_048_576;
/** Time for which a video has to be unchanged, because copying it takes long, in milliseconds. */
const COPIED_MS = 1000;
/** Hexadecimal digits of the content hash in a file name (128 bits). */
const NAME_DIGITS = 32;

/** A video may still be being copied into CONTENT_DIR. */
export class MediaUnfinishedError extends Error {}

export interface MediaContext extends ImportContext {
  /** Names of uploads by path, size and time of their files, so that unchanged files are not read again. */
  uploads: Map<string, string>;
  /** True if a video that has just changed may still be being copied into CONTENT_DIR. */
  waitsForVideos: boolean;
}

/** Content whose files may name media files. */
export type MediaOwner = Pick<SiteContent, keyof typeof mediaFolders>;

/** Image of the media library, as content stores it. */
const toStored = (fileName: string) => ({ fileName }) as unknown as PageImage;

/** Returns the names of the uploads of some content. */
export function uploadNamesOf<Name extends keyof MediaOwner>(
  name: Name,
  value: MediaOwner[Name],
): string[] {
  const content: Partial<MediaOwner> = { [name]: value };
  const { profile, caseStudies = [], games = [] } = content;
  const images = [
    ...(profile?.portrait ? [profile.portrait] : []),
    ...caseStudies.flatMap((study) => Object.values(study.images)),
    ...games.flatMap((game) => Object.values(game.images)),
  ] as unknown as { fileName: string }[];
  return [
    ...images.map(({ fileName }) => fileName),
    ...caseStudies.flatMap(({ files }) => Object.values(files)).map((url) => path.basename(url)),
  ];
}

/**
 * Stores the portrait of the profile in the media library, which removes metadata and makes variants. Null if the
 * profile has none or names the sample.
 * @throws InvalidContentError
 */
export async function storePortrait(context: MediaContext, profile: Profile): Promise<void> {
  const { avatar } = profile;
  profile.portrait = null;
  if (avatar === undefined) return;
  const file = path.join(context.config.contentFolder, mediaFolders.profile, avatar);
  const invalid = (problem: string, cause?: unknown) =>
    new InvalidContentError(`${contentFile('profile')} is invalid: 'avatar' ${problem}`, { cause });
  if (!entryExists(file, 'isFile')) {
    if (avatar === SAMPLE_PORTRAIT) return;
    throw invalid(`names '${avatar}', and there is no such file in ${mediaFolders.profile}/`);
  }
  const name = await storeImageFile(context, file, (message, cause) =>
    invalid(`names '${avatar}': ${message}`, cause),
  );
  profile.portrait = toStored(name);
}

/**
 * Stores the images, videos and captions of a case study that are in CONTENT_DIR, and adds their names to the study.
 * Those of the samples are part of the build.
 * @throws InvalidContentError, MediaUnfinishedError
 */
export async function storeStudyMedia(
  context: MediaContext,
  study: CaseStudyContent,
): Promise<void> {
  const file = `case-studies/${study.file}.md`;
  const folder = path.join(context.config.contentFolder, mediaFolders.caseStudies);
  const own = mediaOf(study.fields).filter(([, name]) =>
    entryExists(path.join(folder, name), 'isFile'),
  );
  try {
    const existing = [...listSampleMedia(), ...own.map(([, name]) => name)];
    checkMedia(file, study.fields, new Set(existing));
  } catch (error) {
    if (!(error instanceof InvalidCaseStudyError)) throw error;
    throw new InvalidContentError(error.message, { cause: error });
  }
  for (const [field, name] of own) {
    const invalid = (message: string, cause?: unknown) =>
      new InvalidContentError(`${file} is invalid: '${field}': ${message}`, { cause });
    const source = path.join(folder, name);
    if (isVideo.test(name)) {
      study.files[name] ??= `/media/${await storeVideoFile(context, source, invalid)}`;
    } else study.images[name] ??= toStored(await storeImageFile(context, source, invalid));
  }
}

const isVideo = /\.(?:mp4|webm|vtt)$/;

/**
 * Stores the images of a game that are in CONTENT_DIR, and adds their names to the game. Those of the samples are part
 * of the build.
 * @throws InvalidContentError
 */
export async function storeGameImages(
  context: MediaContext,
  game: GameContent,
  isSample: (surname: string) => boolean,
): Promise<void> {
  const folder = path.join(mediaFolders.games, game.surname);
  const absolute = path.join(context.config.contentFolder, folder);
  const files = existsSync(absolute) ? readdirSync(absolute).sort() : [];
  const invalid = (message: string, cause?: unknown) =>
    new InvalidContentError(`games/${game.surname}.json is invalid: 'surname': ${message}`, {
      cause,
    });
  const missing: string[] = [];
  for (const name of Object.keys(gameImages) as `${GameImageName}`[]) {
    const file = files.find((entry) => {
      const { name: base, ext } = path.parse(entry);
      return base === name && imageEndings.includes(ext.toLowerCase());
    });
    if (file !== undefined) {
      const stored = await storeImageFile(context, path.join(absolute, file), (message, cause) =>
        invalid(`${file} in ${folder}/: ${message}`, cause),
      );
      Object.assign(game.images, { [name]: toStored(stored) });
    } else if (!isSample(game.surname)) missing.push(name);
  }
  if (missing.length === 0) return;
  throw invalid(
    `there is no image ${missing.join(', ')} in ${folder}/ (${imageEndings.join(' ')})`,
  );
}

const imageEndings = ['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', '.tif', '.tiff'];

/** Returns a function that says whether a game has the surname of a sample. */
export function findSampleGames(): (surname: string) => boolean {
  const files = listContentFiles(samplesFolder, 'games') ?? [];
  const surnames = new Set(files.map((file) => path.parse(file).name));
  return (surname) => surnames.has(surname);
}

type Invalid = (message: string, cause?: unknown) => InvalidContentError;

/** Stores an image file in the media library. @returns its name there */
const storeImageFile = (context: MediaContext, file: string, invalid: Invalid): Promise<string> =>
  storeOnce(context, file, async () => {
    try {
      const name = path.basename(file);
      const options = { folder: 'content', name };
      return (await storeImage(context, readFileSync(file), options)).fileName;
    } catch (error) {
      if (error instanceof InvalidImageError) throw invalid(error.message, error);
      throw error;
    }
  });

/** Stores a file, unless this process has stored it before. @returns its name among the uploads */
async function storeOnce(
  { config, uploads }: MediaContext,
  file: string,
  store: () => Promise<string>,
): Promise<string> {
  const { text, isSettled } = stampOf([file]);
  const known = uploads.get(text);
  if (known !== undefined && existsSync(path.join(uploadsFolder(config.dataFolder), known))) {
    return known;
  }
  const name = await store();
  if (isSettled) uploads.set(text, name);
  return name;
}

/** Copies a video or its captions to the uploads. @returns the name there, a hash of the content */
async function storeVideoFile(
  context: MediaContext,
  file: string,
  invalid: Invalid,
): Promise<string> {
  const ageMs = Math.abs(systemClock() - statSync(file).ctimeMs);
  if (context.waitsForVideos && ageMs < COPIED_MS) throw new MediaUnfinishedError(file);
  checkVideo(file, invalid);
  return storeOnce(context, file, async () => {
    const folder = uploadsFolder(context.config.dataFolder);
    mkdirSync(folder, { recursive: true });
    const temporary = path.join(folder, `.content.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await copyFile(file, temporary, constants.COPYFILE_FICLONE);
      const name = (await hashFile(temporary)).slice(0, NAME_DIGITS) + path.extname(file);
      await syncToDisk(temporary);
      renameSync(temporary, path.join(folder, name));
      await syncToDisk(folder);
      return name;
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** First bytes of the formats. */
const formats: Record<string, { matches: (start: Buffer) => boolean; bytesMax: number }> = {
  '.mp4': {
    matches: (start) => start.toString('latin1', 4, 8) === 'ftyp',
    bytesMax: VIDEO_BYTES_MAX,
  },
  '.webm': {
    matches: (start) => start.toString('hex', 0, 4) === '1a45dfa3',
    bytesMax: VIDEO_BYTES_MAX,
  },
  '.vtt': {
    matches: (start) => /^\uFEFF?WEBVTT(?:\s|$)/.test(start.toString('utf8')),
    bytesMax: CAPTIONS_BYTES_MAX,
  },
};

/** @throws InvalidContentError */
function checkVideo(file: string, invalid: Invalid): void {
  const ending = path.extname(file);
  const format = formats[ending];
  if (format === undefined) throw invalid('The file has an unknown format.');
  if (statSync(file).size > format.bytesMax) {
    throw invalid(`The file is larger than ${sizeLimit(format.bytesMax)}.`);
  }
  if (!format.matches(readStart(file, 16))) {
    throw invalid(`The file is no ${ending.slice(1)} file.`);
  }
}
