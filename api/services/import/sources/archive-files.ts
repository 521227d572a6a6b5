import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { sizeLimit } from '#contracts/file-size.ts';
import { errorMessage, hasErrorCode } from '../../../errors.ts';
import { readStart } from '../../../files.ts';
import type { FrontMatter } from '../front-matter.ts';

/** Kind of archive, detected from the first bytes. */
export type ArchiveKind = 'folder' | 'zip' | 'gzip' | 'file';

/** The archive cannot be imported; the message is for the user. */
export class InvalidArchiveError extends Error {}

/** Files of an archive or folder; names contain slashes and no `..`. */
export interface ArchiveFiles extends AsyncDisposable {
  /** In a fixed order. */
  names: string[];
  /** Symbolic links and duplicate entries, which are not read. */
  skippedNames: string[];
  /** Returns the content of a file. @throws InvalidArchiveError if it is larger than `maxBytes` or damaged */
  read(name: string, maxBytes: number): Promise<Buffer>;
}

/** Post of another platform in the format of our Markdown files. */
export interface SourcePost {
  /** Name in the archive, for the report. */
  name: string;
  /** Permanent identifier: platform and id. */
  source: string;
  /** Fields as front matter. */
  matter: FrontMatter;
  markdown: string;
  /** Path or URL of the cover. */
  cover: string | null;
  /** Canonical URL, or null if it is the platform itself. */
  canonical: string | null;
  /** Notes about content that could not be converted. */
  notes: string[];
}

/** Lazily parsed post, so that an invalid post does not affect the others. */
export interface PostReader {
  name: string;
  /** @throws FileSkippedError and other errors of invalid content */
  read(): Promise<SourcePost>;
}

/** Reads a stream of at most `maxBytes` bytes. @throws InvalidArchiveError */
async function readEntry(stream: Readable, name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      stream.destroy();
      throw new InvalidArchiveError(`${name} in it is larger than ${sizeLimit(maxBytes)}.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens the files of an unpacked archive, without hidden ones. */
export async function openFolder(folder: string): Promise<ArchiveFiles> {
  const names: string[] = [];
  const skippedNames: string[] = [];
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else (entry.isFile() ? names : skippedNames).push(name);
    }
  }
  return filesOf(folder, names.sort(), skippedNames.sort());
}

export function openSingle(file: string): ArchiveFiles {
  return filesOf(path.dirname(file), [path.basename(file)], []);
}

function filesOf(folder: string, names: string[], skippedNames: string[]): ArchiveFiles {
  return {
    names,
    skippedNames,
    read: (name, maxBytes) => readEntry(createReadStream(path.join(folder, name)), name, maxBytes),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Decodes UTF-8. @throws InvalidArchiveError if it is not valid */
export function decodeText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InvalidArchiveError(`${name} in it is not UTF-8 text.`, { cause: error });
  }
}

/** @throws errors of the file system, such as ENOENT */
export async function kindOfArchive(file: string): Promise<ArchiveKind> {
  if ((await stat(file)).isDirectory()) return 'folder';
  const start = readStart(file, 4);
  if (start.toString('hex', 0, 2) === '1f8b') return 'gzip';
  return start.toString('latin1', 0, 2) === 'PK' ? 'zip' : 'file';
}

/** Opens an export of another platform, packed or unpacked. @throws InvalidArchiveError */
export async function openArchive(file: string, kind: ArchiveKind): Promise<ArchiveFiles> {
  if (kind === 'folder') return openFolder(file);
  return kind === 'zip' ? openZip(file) : openSingle(file);
}

const ENTRIES_MAX = 20_000;

/** Maximum unpacked bytes in total. */
const UNPACKED_MAX = 4 * 1_073_741_824;

/** Maximum compression ratio of an entry; text reaches 10, ZIP bombs 1,000. */
const COMPRESSION_RATIO_MAX = 200;

/** Unpacked bytes below which the ratio is not checked. */
const SMALL_ENTRY_BYTES = 1_048_576;

const SYMBOLIC_LINK = 0o120_000;

const FILE_KIND = 0o170_000;

interface Directory {
  entries: Map<string, Entry>;
  skippedNames: string[];
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
      return await readEntry(stream, name, maxBytes);
    } catch (error) {
      throw error instanceof InvalidArchiveError ? error : toArchiveError(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }
}

/**
 * Opens a ZIP archive; its entries are read into memory one at a time and never written to disk.
 * @throws InvalidArchiveError if it is not a ZIP archive, damaged, or a ZIP bomb
 */
async function openZip(file: string): Promise<ArchiveFiles> {
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

function toArchiveError(error: unknown): unknown {
  if (hasErrorCode(error, 'ENOENT', 'EACCES', 'EIO', 'EMFILE')) return error;
  const reason = errorMessage(error);
  return new InvalidArchiveError(`The ZIP file cannot be read (${reason}).`, { cause: error });
}
