import type { AppContext } from '../../../context.ts';
import type { Media } from '../../../db/repositories/media.ts';
import { IMAGE_BYTES_MAX, ImageRefused } from '../../media/image.ts';
import { ingestImage, mediaAddress } from '../../media/media.ts';
import { dissect, splice } from '../anatomy.ts';
import { FileSkipped } from '../report.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';
import { type ArchiveFiles, ArchiveUnusable } from './archive-files.ts';

type ImageContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Milliseconds in which the images of a text have to be found. */
const DISSECT_MS = 5000;
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg|tiff?)$/i;

/**
 * Images of an archive: those that lie in it come into the store, the others stay where they are.
 */
export class ArchiveImages {
  readonly #context: ImageContext;
  readonly #files: ArchiveFiles;
  /** Names by how they end, since archives put their folders into others. */
  readonly #names: readonly string[];
  readonly #brought = new Map<string, Media | string>();

  constructor(context: ImageContext, files: ArchiveFiles) {
    this.#context = context;
    this.#files = files;
    this.#names = files.names.filter((name) => imageEnding.test(name));
  }

  /** Name in the archive of what an address leads to, or null. */
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

  /** Images of a text that lie in the archive get their address in the store. */
  async bringImagesOf(markdown: string, notes: string[]): Promise<string> {
    const addresses = findAddresses(markdown);
    const parts: { start: number; end: number; by: string }[] = [];
    const elsewhere = new Set<string>();
    for (const address of addresses) {
      const media = await this.bring(address.url, notes);
      if (media) parts.push({ start: address.start, end: address.end, by: mediaAddress(media) });
      else if (address.kind === 'image') elsewhere.add(address.url);
    }
    for (const url of elsewhere) {
      notes.push(`An image stays where it is, and is shown as a link: ${url.slice(0, 300)}`);
    }
    return splice(markdown, parts);
  }

  /** The image of the archive that an address leads to, in the store; null when there is none. */
  async bring(address: string, notes: string[]): Promise<Media | null> {
    const name = this.nameOf(address);
    if (name === null) return null;
    const media = this.#brought.get(name) ?? (await this.#ingest(name));
    this.#brought.set(name, media);
    if (typeof media !== 'string') return media;
    notes.push(`${name}: ${media}`);
    return null;
  }

  async #ingest(name: string): Promise<Media | string> {
    try {
      const bytes = await this.#files.read(name, IMAGE_BYTES_MAX);
      return await ingestImage(this.#context, bytes, { lenient: true });
    } catch (error) {
      if (!(error instanceof ImageRefused || error instanceof ArchiveUnusable)) throw error;
      return `${error.message} It was left out.`;
    }
  }
}

/**
 * The path an address has in an archive. Ghost keeps pictures in `content/images`, wherever the site
 * was, and smaller copies of them in `content/images/size/w600`.
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

function findAddresses(markdown: string) {
  if (!/\]\(|\]:|<(?:img|a)\s/i.test(markdown)) return [];
  try {
    return withTimeLimit(DISSECT_MS, () => dissect(markdown)).addresses;
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    throw new FileSkipped('Its text is too tangled to be read.', { cause: error });
  }
}
