import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { create, extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import { fileSize } from '#contracts/file-size.ts';
import { errorMessage, hasErrorCode } from '../errors.ts';
import { hashFile } from '../files.ts';
import { readFreeBytes } from './status/disk-space.ts';

/** Age at which a working folder is no longer in use, in milliseconds. */
const LEFTOVER_AGE_MS = DAY_MS;

/** Name of the first entry of each archive. */
export const MANIFEST = 'manifest.json';
/** Maximum bytes of a manifest, enough for several hundred thousand files. */
const MANIFEST_MAX = 64 * 1_048_576;
/** The manifest limits the unpacked size, so the compression ratio is not limited. */
const readOptions = { strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY } as const;

/** Schema of a file in a manifest; `names` limits its name. */
export const archivedFile = (names: RegExp) =>
  z.strictObject({
    name: z.string().max(500).regex(names),
    bytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  });
export type ArchivedFile = z.infer<ReturnType<typeof archivedFile>>;

/** The archive is incomplete, invalid or too large for the disk; the message is for the user. */
export class InvalidTarArchiveError extends Error {}

interface ArchiveType<Manifest> {
  /** Name of the type in messages. */
  what: string;
  /** Parses the manifest; throws if it is invalid. */
  parse: (text: string) => Manifest;
}

/** Packs files of a folder in the given order into an archive that only the owner can read. */
export async function packFiles(folder: string, names: string[], archive: string): Promise<void> {
  // Created first with its permissions, so that others can never read it.
  closeSync(openSync(archive, 'wx', 0o600));
  await create({ cwd: folder, file: archive, gzip: true, portable: true }, names);
}

/**
 * Unpacks an archive into an empty folder: only files of the manifest, with their sizes and hashes.
 * @throws InvalidTarArchiveError
 */
export async function unpackFiles<Manifest extends { files: ArchivedFile[] }>(
  archive: string,
  folder: string,
  { what, parse }: ArchiveType<Manifest>,
): Promise<Manifest> {
  try {
    const manifest = await readContents(archive, { what, parse });
    await assertFits(folder, manifest.files);
    const names = new Set(manifest.files.map((file) => file.name));
    await extract({
      file: archive,
      cwd: folder,
      ...readOptions,
      preserveOwner: false,
      dmode: 0o700,
      filter: (name) => names.has(name),
    });
    for (const file of manifest.files) await verify(folder, file);
    return manifest;
  } catch (error) {
    if (error instanceof InvalidTarArchiveError || isDiskError(error)) throw error;
    const reason = errorMessage(error);
    throw new InvalidTarArchiveError(`The file is incomplete (${reason}).`, { cause: error });
  }
}

/** The header of each entry says its size, which was compared with the manifest, so no more is written. */
async function assertFits(folder: string, files: readonly ArchivedFile[]): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const free = await readFreeBytes(folder);
  if (free >= bytes) return;
  const [needed, found] = [fileSize(bytes, Math.ceil), fileSize(free, Math.floor)];
  throw new InvalidTarArchiveError(
    `Its files need ${needed} of disk space, and ${found} are free. Delete files or enlarge the disk.`,
  );
}

/** Reads the archive once and compares its entries with the manifest. */
async function readContents<Manifest extends { files: ArchivedFile[] }>(
  archive: string,
  { what, parse }: ArchiveType<Manifest>,
): Promise<Manifest> {
  const sizes = new Map<string, number>();
  const chunks: Buffer[] = [];
  let unexpected: string | null = null;
  const onReadEntry = (entry: ReadEntry) => {
    if (sizes.size === 0 && entry.path === MANIFEST && entry.size <= MANIFEST_MAX) {
      entry.on('data', (chunk: Buffer) => void chunks.push(chunk));
    }
    if (entry.type !== 'File' || sizes.has(entry.path)) unexpected ??= entry.path;
    sizes.set(entry.path, entry.size);
  };
  await list({ ...readOptions, file: archive, onReadEntry });
  if (unexpected !== null)
    throw new InvalidTarArchiveError(
      `The file contains an entry that does not belong in a ${what}: ${unexpected}.`,
    );
  const manifest = parseManifest(Buffer.concat(chunks).toString('utf8'), parse);
  sizes.delete(MANIFEST);
  const same = manifest.files.every((file) => sizes.get(file.name) === file.bytes);
  if (!same || sizes.size !== manifest.files.length) {
    throw new InvalidTarArchiveError('The contents do not match the manifest.');
  }
  return manifest;
}

function parseManifest<Manifest>(text: string, parse: (text: string) => Manifest): Manifest {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof InvalidTarArchiveError) throw error;
    throw new InvalidTarArchiveError('The file does not start with its manifest.', {
      cause: error,
    });
  }
}

async function verify(folder: string, file: ArchivedFile): Promise<void> {
  const unpacked = path.join(folder, file.name);
  if (statSync(unpacked).size !== file.bytes || (await hashFile(unpacked)) !== file.sha256) {
    throw new InvalidTarArchiveError(`${file.name} in it is damaged.`);
  }
  chmodSync(unpacked, 0o600);
}

/** True for disk errors, which say nothing about the archive. */
function isDiskError(error: unknown): boolean {
  return hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE');
}

/** Returns the manifest entry of a file. */
export async function describeFile(folder: string, name: string): Promise<ArchivedFile> {
  const file = path.join(folder, name);
  return { name, bytes: statSync(file).size, sha256: await hashFile(file) };
}

/** Creates a hard link or a copy of a file. @returns false if the file is gone */
export function linkOrCopyIfExists(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    // The file system does not support hard links, or is another one.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  }
}

/** Start of the names of working folders of the backups that a process makes. */
export const backupPrefixOf = (pid: number | undefined) => `.backup-${pid}-`;

/** Deletes the working folders of a process that makes backups, when it ends. */
export const removeBackupFolders = (dataFolder: string, pid: number | undefined): void =>
  removeLeftovers(dataFolder, backupPrefixOf(pid), Number.POSITIVE_INFINITY);

/** Deletes working folders of backups and restores that were interrupted more than a day ago. */
export function removeLeftovers(dataFolder: string, prefix: string, now: number): void {
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue;
    const folder = path.join(dataFolder, entry.name);
    if (now - statSync(folder).mtimeMs > LEFTOVER_AGE_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
