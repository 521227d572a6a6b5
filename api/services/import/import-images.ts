import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { findMediaByFileName, type Media } from '../../db/repositories/media.ts';
import { IMAGE_BYTES_MAX, InvalidImageError, mediaUrl, storeImage } from '../media/store-image.ts';
import { FileSkippedError } from './import-result.ts';
import { findUrls, type MarkdownUrl, replaceRanges } from './parse-markdown.ts';
import { type ArchiveFiles, InvalidArchiveError } from './sources/archive-files.ts';

/** Imports images that an archive contains; other images keep their URLs. */
export class ArchiveImages {
  readonly #context: ImageContext;
  readonly #files: ArchiveFiles;
  /** Names of all images; archives may have additional parent folders. */
  readonly #names: readonly string[];
  readonly #imported = new Map<string, Media | string>();

  constructor(context: ImageContext, files: ArchiveFiles) {
    this.#context = context;
    this.#files = files;
    this.#names = files.names.filter((name) => imageEnding.test(name));
  }

  /** Returns the name of the archive file that a URL refers to, or null. */
  nameOf(url: string): string | null {
    if (this.#names.length === 0) return null;
    const wanted = pathWithin(url);
    if (wanted === null) return null;
    return (
      this.#names.find((name) => name === wanted) ??
      this.#names.find((name) => name.endsWith(`/${wanted}`)) ??
      null
    );
  }

  /** Imports the images of a text that the archive contains and replaces their URLs. */
  async importImages(markdown: string, notes: string[]): Promise<string> {
    const urls = findUrls(markdown);
    if (urls === null) throw new FileSkippedError('The text is too deeply nested to be imported.');
    const parts: { start: number; end: number; by: string }[] = [];
    const externalUrls = new Set<string>();
    for (const range of urls) {
      const media = await this.import(range.url, notes);
      if (media) parts.push({ start: range.start, end: range.end, by: mediaUrl(media) });
      else if (range.kind === 'image') externalUrls.add(range.url);
    }
    for (const url of externalUrls) {
      notes.push(`An external image was kept as a link: ${url.slice(0, 300)}`);
    }
    return replaceRanges(markdown, parts);
  }

  /** Imports the archive image that a URL refers to; returns null if there is none. */
  async import(url: string, notes: string[]): Promise<Media | null> {
    const name = this.nameOf(url);
    if (name === null) return null;
    const media = this.#imported.get(name) ?? (await this.#store(name));
    this.#imported.set(name, media);
    if (typeof media !== 'string') return media;
    notes.push(`${name}: ${media}`);
    return null;
  }

  async #store(name: string): Promise<Media | string> {
    try {
      const bytes = await this.#files.read(name, IMAGE_BYTES_MAX);
      return await storeImage(this.#context, bytes, { lenient: true });
    } catch (error) {
      if (!(error instanceof InvalidImageError || error instanceof InvalidArchiveError))
        throw error;
      return `${error.message} Ignored.`;
    }
  }
}

type ImageContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Sibling folders of the imported one that may contain images: `articles` refers to `../media`. */
const siblingNames = ['media', 'images', 'img', 'assets', 'static', 'public'];
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg|tiff?)$/i;
const storedImagePath = /^\/media\/([\w-]+\.[a-z]{3,4})$/;

/**
 * Imports the images of a Markdown folder into the media library. Images must be in the folder or
 * in a media folder beside it; `..` and symbolic links are not followed outside.
 */
export class FolderImages {
  readonly #context: ImageContext;
  /** Real paths of the folders with images, the imported one first. */
  readonly #roots: string[];
  readonly #imported = new Map<string, Media | string>();

  constructor(context: ImageContext, root: string) {
    this.#context = context;
    const parent = path.dirname(root);
    const beside = siblingNames.map((name) => path.join(parent, name));
    const real = (folder: string) => existsSync(folder) && lstatSync(folder).isDirectory();
    this.#roots = [root, ...(parent === root ? [] : beside.filter(real))];
  }

  /**
   * Imports an image that a file refers to, and returns its URL.
   * @param from folder of the file, absolute
   * @returns null if the URL stays unchanged; `notes` gets the reason if there is one
   */
  async importUrl(from: string, reference: MarkdownUrl, notes: string[]): Promise<string | null> {
    const written = localPath(reference.url);
    if (written === null || storedImagePath.test(reference.url)) return null;
    const image = reference.kind === 'image';
    // Links to images are imported, other links stay unchanged.
    if (!image && !imageEnding.test(written)) return null;
    const media = await this.#import(from, written);
    if (typeof media !== 'string') return mediaUrl(media);
    if (image) notes.push(`${shortenUrl(reference.url)}: ${media}`);
    return null;
  }

  /** Imports the cover of the front matter: a file, or a URL in the media library. */
  async importCover(from: string, url: string, notes: string[]): Promise<Media | null> {
    const stored = storedImagePath.exec(url)?.[1];
    const existing = stored && findMediaByFileName(this.#context.database.query, stored);
    if (existing) return existing;
    const written = localPath(url);
    const media =
      written === null ? 'the cover must be an image file.' : await this.#import(from, written);
    if (typeof media !== 'string') return media;
    notes.push(`${shortenUrl(url)}: ${media}`);
    return null;
  }

  async #import(from: string, written: string): Promise<Media | string> {
    const [root = from] = this.#roots;
    const file = written.startsWith('/') ? path.join(root, written) : path.resolve(from, written);
    const real = this.#realFile(file);
    if (!real) return this.#isInside(file) ? 'file not found.' : OUTSIDE;
    if (!this.#isInside(file) || !this.#isInside(real)) return OUTSIDE;
    const media = this.#imported.get(real) ?? (await this.#store(real));
    this.#imported.set(real, media);
    return media;
  }

  #realFile(file: string): string | null {
    if (file.includes('\0') || !existsSync(file)) return null;
    const real = realpathSync(file);
    return statSync(real).isFile() ? real : null;
  }

  #isInside(file: string): boolean {
    return this.#roots.some((root) =>
      file.startsWith(root.endsWith(path.sep) ? root : root + path.sep),
    );
  }

  async #store(file: string): Promise<Media | string> {
    try {
      if (statSync(file).size > IMAGE_BYTES_MAX) return 'the image is too large, ignored.';
      const bytes = await readFile(file);
      const exportedAs = path.basename(file);
      // Many READMEs contain images with decoder warnings that browsers display.
      return await storeImage(this.#context, bytes, {
        lenient: true,
        exportedAs,
        name: exportedAs,
      });
    } catch (error) {
      if (error instanceof InvalidImageError) return `${error.message} Ignored.`;
      throw error;
    }
  }
}

const OUTSIDE = 'it is outside the folder, ignored.';

/** Returns the path of a local URL, or null for any other URL. */
function localPath(url: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//') || url.startsWith('#')) return null;
  const bare = url.replace(/[?#].*$/s, '');
  if (bare === '' || bare.startsWith('/media/')) return null;
  try {
    return decodeURIComponent(bare);
  } catch {
    // A lone percent sign is part of the name.
    return bare;
  }
}

function shortenUrl(url: string): string {
  return url.length > 120 ? `${url.slice(0, 120)}…` : url;
}

/**
 * Returns the path in the archive that a URL refers to. Ghost stores images in `content/images` of any site URL, and
 * smaller copies in `content/images/size/w600`.
 */
function pathWithin(url: string): string | null {
  const ghost = /\/content\/images\/(?:size\/w\d+(?:h\d+)?\/)?(?:format\/\w+\/)?([^?#]+)/.exec(
    url,
  )?.[1];
  const remote = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url);
  if (remote && ghost === undefined) return null;
  const written = ghost === undefined ? url.replace(/[?#].*$/s, '') : `content/images/${ghost}`;
  const plain = decode(written).replace(/^(?:\.{0,2}\/)+/, '');
  return plain === '' || plain.split('/').includes('..') ? null : plain;
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    // A lone percent sign is part of the name.
    return written;
  }
}
