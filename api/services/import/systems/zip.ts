import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type ArchiveFiles, ArchiveUnusable, readBounded } from './archive-files.ts';

/** Entries an archive may have; a Medium export of ten years has some thousands. */
const ENTRIES_MAX = 20_000;
/** Bytes of everything in it together, unpacked. */
const UNPACKED_MAX = 4 * 1_073_741_824;
/** How many times smaller an entry may be packed: text packs ten times, a bomb a thousand times. */
const RATIO_MAX = 200;
/** Bytes below which an entry may be packed as tightly as it likes. */
const SMALL = 1_048_576;
const SYMBOLIC_LINK = 0o120_000;
const FILE_KIND = 0o170_000;

/**
 * Opens a zip archive. Its entries are only ever read into memory, one at a time and bounded, and
 * never become files under the names they have.
 * @throws ArchiveUnusable when it is none, is damaged, or is made to overwhelm who unpacks it
 */
export async function openZip(file: string): Promise<ArchiveFiles> {
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: false });
  } catch (error) {
    throw damaged(error);
  }
  try {
    if (zip.entryCount > ENTRIES_MAX) {
      throw new ArchiveUnusable(
        `It has ${zip.entryCount} entries; at most ${ENTRIES_MAX} are taken.`,
      );
    }
    return new ZipFiles(zip, await readDirectory(zip));
  } catch (error) {
    zip.close();
    throw error instanceof ArchiveUnusable ? error : damaged(error);
  }
}

interface Directory {
  entries: Map<string, Entry>;
  passedOver: string[];
}

async function readDirectory(zip: ZipFile): Promise<Directory> {
  const entries = new Map<string, Entry>();
  const passedOver: string[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_MAX) throw new ArchiveUnusable('Unpacked, it is larger than 4 GB.');
    const bomb = entry.uncompressedSize > Math.max(SMALL, entry.compressedSize * RATIO_MAX);
    if (bomb) {
      throw new ArchiveUnusable(
        'It has an entry that grows more than two hundred times when it is unpacked.',
      );
    }
    const { fileName } = entry;
    if (fileName.endsWith('/') || isOfTheSystem(fileName)) continue;
    const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND;
    if (kind === SYMBOLIC_LINK || entries.has(fileName)) passedOver.push(fileName);
    else entries.set(fileName, entry);
  }
  return { entries, passedOver };
}

/** What macOS and editors leave in archives. */
function isOfTheSystem(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);
}

class ZipFiles implements ArchiveFiles {
  readonly names: string[];
  readonly passedOver: string[];
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  constructor(zip: ZipFile, { entries, passedOver }: Directory) {
    this.#zip = zip;
    this.#entries = entries;
    this.names = [...entries.keys()].sort();
    this.passedOver = passedOver.sort();
  }

  async read(name: string, most: number): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ArchiveUnusable(`There is no ${name} in it.`);
    if (!entry.canDecodeFileData()) {
      throw new ArchiveUnusable(`${name} in it is encrypted, or packed in a way nobody uses.`);
    }
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      return await readBounded(stream, name, most);
    } catch (error) {
      throw error instanceof ArchiveUnusable ? error : damaged(error);
    }
  }

  async close(): Promise<void> {
    this.#zip.close();
  }
}

function damaged(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(?:ENOENT|EACCES|EIO|EMFILE)$/.test(code)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ArchiveUnusable(`It is no zip archive that can be read (${reason}).`, {
    cause: error,
  });
}
