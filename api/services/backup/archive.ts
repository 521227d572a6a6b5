import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { create, extract, list, type ReadEntry } from 'tar';
import { BACKUP_MANIFEST, type BackupManifest, backupManifest, hashFile } from './manifest.ts';

/** Bytes; enough to name some hundred thousand files. */
const MANIFEST_MAX = 64 * 1_048_576;
/** The manifest bounds what is written, so that text may shrink as far as it likes. */
const reading = { strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY } as const;

/** The archive is not a whole, unaltered backup; the message is a sentence. */
export class BackupDamaged extends Error {}

/** Packs files of a folder, in the order given, into an archive only the owner may read. */
export async function packBackup(folder: string, names: string[], archive: string): Promise<void> {
  // Made beforehand, so that it is never readable for others, not even while it grows.
  closeSync(openSync(archive, 'wx', 0o600));
  await create({ cwd: folder, file: archive, gzip: true, portable: true }, names);
}

/**
 * Unpacks a backup into an empty folder. Nothing but the plain files that its manifest names, each
 * once and in its size, is written; then the hash of each is checked.
 * @throws BackupDamaged
 */
export async function unpackBackup(archive: string, folder: string): Promise<BackupManifest> {
  try {
    const manifest = await readContents(archive);
    const wanted = new Set(manifest.files.map((file) => file.name));
    await extract({
      file: archive,
      cwd: folder,
      ...reading,
      preserveOwner: false,
      dmode: 0o755,
      filter: (name) => wanted.has(name),
    });
    for (const file of manifest.files) await verify(folder, file);
    return manifest;
  } catch (error) {
    if (error instanceof BackupDamaged || isAboutDisk(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupDamaged(`It cannot be read to its end (${reason}).`, { cause: error });
  }
}

/** Reads the whole archive once, and compares its list of contents with the manifest. */
async function readContents(archive: string): Promise<BackupManifest> {
  const sizes = new Map<string, number>();
  const chunks: Buffer[] = [];
  let odd: string | null = null;
  const onReadEntry = (entry: ReadEntry) => {
    if (sizes.size === 0 && entry.path === BACKUP_MANIFEST && entry.size <= MANIFEST_MAX) {
      entry.on('data', (chunk: Buffer) => void chunks.push(chunk));
    }
    if (entry.type !== 'File' || sizes.has(entry.path)) odd ??= entry.path;
    sizes.set(entry.path, entry.size);
  };
  await list({ ...reading, file: archive, onReadEntry });
  if (odd !== null) throw new BackupDamaged(`It has an entry that no backup has: ${odd}.`);
  const manifest = parseManifest(Buffer.concat(chunks).toString('utf8'));
  sizes.delete(BACKUP_MANIFEST);
  const same = manifest.files.every((file) => sizes.get(file.name) === file.bytes);
  if (!same || sizes.size !== manifest.files.length) {
    throw new BackupDamaged('Its contents are not those that its manifest lists.');
  }
  return manifest;
}

function parseManifest(text: string): BackupManifest {
  try {
    return backupManifest.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupDamaged('It does not begin with the manifest of a backup.', { cause: error });
  }
}

async function verify(folder: string, file: BackupManifest['files'][number]): Promise<void> {
  const unpacked = path.join(folder, file.name);
  if (statSync(unpacked).size !== file.bytes || (await hashFile(unpacked)) !== file.sha256) {
    throw new BackupDamaged(`${file.name} in it is not as it was when the backup was made.`);
  }
  chmodSync(unpacked, file.name.startsWith('secrets/') ? 0o600 : 0o644);
}

/** A full disk says nothing about the archive. */
function isAboutDisk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE'].includes(code);
}
