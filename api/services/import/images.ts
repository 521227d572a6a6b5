import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { findMediaByFileName, type Media } from '../../db/repositories/media.ts';
import { IMAGE_BYTES_MAX, ImageRefused } from '../media/image.ts';
import { ingestImage, mediaAddress } from '../media/media.ts';
import type { Address } from './anatomy.ts';

type ImageContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Folders beside the imported one that images may come from: `articles` refers to `../media`. */
const siblingNames = ['media', 'images', 'img', 'assets', 'static', 'public'];
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg|tiff?)$/i;
const storeAddress = /^\/media\/([\w-]+\.[a-z]{3,4})$/;

/**
 * Brings images of an import into the store. They may lie in the imported folder or in a media
 * folder beside it; nothing leads further, neither `..` nor a symbolic link.
 */
export class ImageBringer {
  readonly #context: ImageContext;
  /** Real paths of the folders that images may lie in; the imported one first. */
  readonly #roots: string[];
  readonly #brought = new Map<string, Media | string>();

  constructor(context: ImageContext, root: string) {
    this.#context = context;
    const parent = path.dirname(root);
    const beside = siblingNames.map((name) => path.join(parent, name));
    const real = (folder: string) => existsSync(folder) && lstatSync(folder).isDirectory();
    this.#roots = [root, ...(parent === root ? [] : beside.filter(real))];
  }

  /**
   * Address in the store of an image that a file refers to.
   * @param from folder of the file, absolute
   * @returns null when it stays as it is; `notes` then says why, if there is a reason
   */
  async bringAddress(from: string, address: Address, notes: string[]): Promise<string | null> {
    const written = localPath(address.url);
    if (written === null || storeAddress.test(address.url)) return null;
    const image = address.kind === 'image';
    // A link to a page or a download stays one; a link to an image leads to the image.
    if (!image && !imageEnding.test(written)) return null;
    const media = await this.#bring(from, written);
    if (typeof media !== 'string') return mediaAddress(media);
    if (image) notes.push(`${shown(address.url)}: ${media}`);
    return null;
  }

  /** The cover that front matter names: a file, or an address in the store. */
  async bringCover(from: string, url: string, notes: string[]): Promise<Media | null> {
    const stored = storeAddress.exec(url)?.[1];
    const known = stored && findMediaByFileName(this.#context.database.query, stored);
    if (known) return known;
    const written = localPath(url);
    const media =
      written === null ? 'it is not a file; a cover has to be.' : await this.#bring(from, written);
    if (typeof media !== 'string') return media;
    notes.push(`${shown(url)}: ${media}`);
    return null;
  }

  async #bring(from: string, written: string): Promise<Media | string> {
    const [root = from] = this.#roots;
    const file = written.startsWith('/') ? path.join(root, written) : path.resolve(from, written);
    const real = this.#realFile(file);
    if (!real) return this.#isInside(file) ? 'there is no such file.' : OUTSIDE;
    if (!this.#isInside(file) || !this.#isInside(real)) return OUTSIDE;
    const known = this.#brought.get(real) ?? (await this.#ingest(real));
    this.#brought.set(real, known);
    return known;
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

  async #ingest(file: string): Promise<Media | string> {
    try {
      if (statSync(file).size > IMAGE_BYTES_MAX) return 'the image is too large; it was left out.';
      const bytes = await readFile(file);
      const exportedAs = path.basename(file);
      // READMEs are full of images that decoders warn about and everybody can see.
      return await ingestImage(this.#context, bytes, {
        lenient: true,
        exportedAs,
        name: exportedAs,
      });
    } catch (error) {
      if (error instanceof ImageRefused) return `${error.message} It was left out.`;
      throw error;
    }
  }
}

const OUTSIDE = 'it lies outside the folder and was left out.';

/** Path that an address names, or null when it leads elsewhere. */
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

function shown(url: string): string {
  return url.length > 120 ? `${url.slice(0, 120)}…` : url;
}
