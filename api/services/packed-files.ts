import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  linkSync,
  openSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';

/** Name of the first entry of everything that is packed here. */
export const MANIFEST = 'manifest.json';
/** Bytes; enough to name some hundred thousand files. */
const MANIFEST_MAX = 64 * 1_048_576;
/** The manifest bounds what is written, so that text may shrink as far as it likes. */
const reading = { strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY } as const;

/** One file as a manifest names it; `names` says what they may be called. */
export const packedFile = (names: RegExp) =>
  z.strictObject({
    name: z.string().max(500).regex(names),
    bytes: z.number().int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  });
export type PackedFile = z.infer<ReturnType<typeof packedFile>>;

/** The file is not whole, or not what was packed; the message is a sentence. */
export class PackedFilesDamaged extends Error {}

/** What is packed. */
interface Kind<Manifest> {
  /** What it is called in a sentence. */
  what: string;
  /** Reads the manifest; what it throws means that there is none. */
  parse: (text: string) => Manifest;
}

/** Packs files of a folder, in the order given, into an archive only the owner may read. */
export async function packFiles(folder: string, names: string[], archive: string): Promise<void> {
  // Made beforehand, so that it is never readable for others, not even while it grows.
  closeSync(openSync(archive, 'wx', 0o600));
  await create({ cwd: folder, file: archive, gzip: true, portable: true }, names);
}

/**
 * Unpacks files into an empty folder. Nothing but the plain files that the manifest names, each once
 * and in its size, is written; then the hash of each is checked.
 * @throws PackedFilesDamaged
 */
export async function unpackFiles<Manifest extends { files: PackedFile[] }>(
  archive: string,
  folder: string,
  { what, parse }: Kind<Manifest>,
): Promise<Manifest> {
  try {
    const manifest = await readContents(archive, { what, parse });
    const wanted = new Set(manifest.files.map((file) => file.name));
    await extract({
      file: archive,
      cwd: folder,
      ...reading,
      preserveOwner: false,
      dmode: 0o700,
      filter: (name) => wanted.has(name),
    });
    for (const file of manifest.files) await verify(folder, file);
    return manifest;
  } catch (error) {
    if (error instanceof PackedFilesDamaged || isAboutDisk(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PackedFilesDamaged(`It cannot be read to its end (${reason}).`, { cause: error });
  }
}

/** Reads the whole archive once, and compares its list of contents with the manifest. */
async function readContents<Manifest extends { files: PackedFile[] }>(
  archive: string,
  { what, parse }: Kind<Manifest>,
): Promise<Manifest> {
  const sizes = new Map<string, number>();
  const chunks: Buffer[] = [];
  let odd: string | null = null;
  const onReadEntry = (entry: ReadEntry) => {
    if (sizes.size === 0 && entry.path === MANIFEST && entry.size <= MANIFEST_MAX) {
      entry.on('data', (chunk: Buffer) => void chunks.push(chunk));
    }
    if (entry.type !== 'File' || sizes.has(entry.path)) odd ??= entry.path;
    sizes.set(entry.path, entry.size);
  };
  await list({ ...reading, file: archive, onReadEntry });
  if (odd !== null) throw new PackedFilesDamaged(`It has an entry that no ${what} has: ${odd}.`);
  const manifest = parseManifest(Buffer.concat(chunks).toString('utf8'), parse);
  sizes.delete(MANIFEST);
  const same = manifest.files.every((file) => sizes.get(file.name) === file.bytes);
  if (!same || sizes.size !== manifest.files.length) {
    throw new PackedFilesDamaged('Its contents are not those that its manifest lists.');
  }
  return manifest;
}

function parseManifest<Manifest>(text: string, parse: (text: string) => Manifest): Manifest {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof PackedFilesDamaged) throw error;
    throw new PackedFilesDamaged('It does not begin with the manifest it should have.', {
      cause: error,
    });
  }
}

async function verify(folder: string, file: PackedFile): Promise<void> {
  const unpacked = path.join(folder, file.name);
  if (statSync(unpacked).size !== file.bytes || (await hashFile(unpacked)) !== file.sha256) {
    throw new PackedFilesDamaged(`${file.name} in it is not as it was when it was packed.`);
  }
  chmodSync(unpacked, 0o600);
}

/** A full disk says nothing about the archive. */
function isAboutDisk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE'].includes(code);
}

/** SHA-256 of a file, as hexadecimal digits. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Name, size and hash of a file of a folder, for its manifest. */
export async function describeFile(folder: string, name: string): Promise<PackedFile> {
  const file = path.join(folder, name);
  return { name, bytes: statSync(file).size, sha256: await hashFile(file) };
}

/** Gives a file a second name, or a copy. @returns false when it has gone */
export function shareFile(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return false;
    // A file system without hard links, or another one than the database's.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  }
}

/** Waits until the disk has a file or folder. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
