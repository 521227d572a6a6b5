import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type ArchiveFiles, InvalidArchiveError, readBounded } from './archive-files.ts';

/** Maximum entries of an archive. */
const ENTRIES_MAX = 20_000;
/** Maximum unpacked bytes in total. */
const UNPACKED_MAX = 4 * 1_073_741_824;
/** Maximum compression ratio of an entry; text reaches 10, ZIP bombs 1,000. */
const COMPRESSION_RATIO_MAX = 200;
/** Unpacked bytes below which the ratio is not checked. */
const SMALL_ENTRY_BYTES = 1_048_576;
const SYMBOLIC_LINK = 0o120_000;
const FILE_KIND = 0o170_000;

/**
 * Opens a ZIP archive; its entries are read into memory one at a time and never written to disk.
 * @throws InvalidArchiveError if it is not a ZIP archive, damaged, or a ZIP bomb
 */
export async function openZip(file: string): Promise<ArchiveFiles> {
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: false });
  } catch (error) {
    throw toArchiveError(error);
  }
  try {
    if (zip.entryCount > ENTRIES_MAX) {
      throw new InvalidArchiveError(
        `The ZIP file has ${zip.entryCount} entries; the maximum is ${ENTRIES_MAX}.`,
      );
    }
    return new ZipFiles(zip, await readDirectory(zip));
  } catch (error) {
    zip.close();
    throw error instanceof InvalidArchiveError ? error : toArchiveError(error);
  }
}

interface Directory {
  entries: Map<string, Entry>;
  skippedNames: string[];
}

async function readDirectory(zip: ZipFile): Promise<Directory> {
  const entries = new Map<string, Entry>();
  const skippedNames: string[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_MAX)
      throw new InvalidArchiveError('The ZIP file is larger than 4 GB when unpacked.');
    const bomb =
      entry.uncompressedSize >
      Math.max(SMALL_ENTRY_BYTES, entry.compressedSize * COMPRESSION_RATIO_MAX);
    if (bomb) {
      throw new InvalidArchiveError(
        'An entry of the ZIP file expands to more than 200 times its size.',
      );
    }
    const { fileName } = entry;
    if (fileName.endsWith('/') || isSystemFile(fileName)) continue;
    const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND;
    if (kind === SYMBOLIC_LINK || entries.has(fileName)) skippedNames.push(fileName);
    else entries.set(fileName, entry);
  }
  return { entries, skippedNames };
}

/** True for files that macOS and editors add. */
function isSystemFile(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);
}

class ZipFiles implements ArchiveFiles {
  readonly names: string[];
  readonly skippedNames: string[];
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  constructor(zip: ZipFile, { entries, skippedNames }: Directory) {
    this.#zip = zip;
    this.#entries = entries;
    this.names = [...entries.keys()].sort();
    this.skippedNames = skippedNames.sort();
  }

  async read(name: string, maxBytes: number): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new InvalidArchiveError(`The ZIP file has no ${name}.`);
    if (!entry.canDecodeFileData()) {
      throw new InvalidArchiveError(
        `${name} in it is encrypted or uses an unsupported compression.`,
      );
    }
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      return await readBounded(stream, name, maxBytes);
    } catch (error) {
      throw error instanceof InvalidArchiveError ? error : toArchiveError(error);
    }
  }

  async close(): Promise<void> {
    this.#zip.close();
  }
}

function toArchiveError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(?:ENOENT|EACCES|EIO|EMFILE)$/.test(code)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InvalidArchiveError(`The ZIP file cannot be read (${reason}).`, {
    cause: error,
  });
}
