import type { AppContext } from '../../../context.ts';
import type { Media } from '../../../db/repositories/media.ts';
import { IMAGE_BYTES_MAX, InvalidImageError } from '../../media/prepare-image.ts';
import { mediaUrl, storeImage } from '../../media/store-image.ts';
import { FileSkippedError } from '../import-result.ts';
import { parseMarkdown, replaceRanges } from '../parse-markdown.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';
import { type ArchiveFiles, InvalidArchiveError } from './archive-files.ts';

type ImageContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Time limit for finding the URLs of a text, in milliseconds. */
const PARSE_TIME_LIMIT_MS = 5000;
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg|tiff?)$/i;

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
  nameOf(address: string): string | null {
    if (this.#names.length === 0) return null;
    const wanted = pathWithin(address);
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
  async import(address: string, notes: string[]): Promise<Media | null> {
    const name = this.nameOf(address);
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

/**
 * Returns the path in the archive that a URL refers to.
 * Ghost stores images in `content/images` of any site URL, and smaller copies in
 * `content/images/size/w600`.
 */
function pathWithin(address: string): string | null {
  const ghost = /\/content\/images\/(?:size\/w\d+(?:h\d+)?\/)?(?:format\/\w+\/)?([^?#]+)/.exec(
    address,
  )?.[1];
  const remote = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);
  if (remote && ghost === undefined) return null;
  const written = ghost === undefined ? address.replace(/[?#].*$/s, '') : `content/images/${ghost}`;
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

function findUrls(markdown: string) {
  if (!/\]\(|\]:|<(?:img|a)\s/i.test(markdown)) return [];
  try {
    return withTimeLimit(PARSE_TIME_LIMIT_MS, () => parseMarkdown(markdown)).urls;
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    throw new FileSkippedError('The text is too deeply nested to be imported.', { cause: error });
  }
}
