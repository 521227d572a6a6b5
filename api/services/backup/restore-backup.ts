import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnsupportedDatabaseError } from '../../db/migrate.ts';
import {
  adoptDatabase,
  countRowsOfFile,
  DamagedDatabaseError,
  isDatabaseInUse,
} from '../../db/snapshot.ts';
import { hashFile, syncToDisk } from '../../files.ts';
import { LitestreamError } from '../../integrations/litestream.ts';
import type { BucketOptions } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { InvalidTarArchiveError, removeLeftovers } from '../tar-archive.ts';
import {
  type BackupManifest,
  DATABASE_FILE,
  type StoredUpload,
  unpackBackup,
} from './backup-contents.ts';
import {
  type BackupStore,
  createBucketStore,
  createFolderStore,
  MissingFileError,
} from './backup-store.ts';
import {
  DecryptionError,
  type DecryptionKey,
  decryptStream,
  isEncrypted,
  readUploadIdentity,
} from './encryption.ts';
import {
  completeRestore,
  placeRestoredContent,
  stageRestoredContent,
  swapData,
} from './swap-data.ts';

interface BackupSource {
  store: BackupStore;
  /** Name of the archive in the store. */
  name: string;
}

/**
 * Returns the backup at a URL such as `s3://bucket/folder/site-….tar.gz.age`.
 * @param storage the store, with a bucket that may be another one; null if there is none
 * @throws RestoreError for a URL without the name of a backup; the message names the newest ones there
 */
export async function findBackup(
  url: string,
  storage: BucketOptions | null,
): Promise<BackupSource> {
  if (storage === null) {
    throw new RestoreError(`Missing STORAGE and its keys: ${url} is in a bucket.`);
  }
  if (!URL.canParse(url)) throw new RestoreError(`${url} is not the URL of a backup.`);
  const { hostname: bucket, pathname } = new URL(url);
  const folder = pathname.slice(1, pathname.lastIndexOf('/') + 1);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const store = createBucketStore({ ...storage, bucket, prefix: folder });
  if (/\.tar\.gz(?:\.age)?$/.test(name)) return { store, name };
  const start = name === '' ? '' : `${name}/`;
  let found: string[];
  try {
    found = (await store.list(start)).map((file) => file.name);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new RestoreError(error.message, { cause: error });
  }
  const archives = found
    .filter((file) => /^site-.+\.tar\.gz(?:\.age)?$/.test(path.posix.basename(file)))
    .sort();
  const newest = archives.slice(-NAMED_BACKUPS_MAX).reverse();
  throw new RestoreError(
    newest.length === 0
      ? `There are no backups in ${url}.`
      : `${url} is no backup. The newest ones there:\n${newest.map((file) => `  ${store.location}/${file}`).join('\n')}`,
  );
}

/** Backups that an error names. */
const NAMED_BACKUPS_MAX = 5;

export interface RestoreOptions {
  /** Writes the database from elsewhere, such as a replica. @throws LitestreamError */
  fetchDatabase?: (file: string) => Promise<void>;
  /** Folder of the owner's files; by default that in the data folder. */
  contentFolder?: string;
  keys?: readonly DecryptionKey[];
  /** Milliseconds UTC. */
  now: number;
  /** True to restore while a server seems to run. */
  force?: boolean;
  /** True if the holder of a lease has ended. */
  holderHasEnded: (holder: string) => boolean;
}

export interface RestoreResult {
  /** Of the backup, or null without one. */
  manifest: BackupManifest | null;
  /** Numbers of restored rows. */
  counts: BackupManifest['counts'];
  /** Absolute path of the folder with the previous data, or null if there was none. */
  aside: string | null;
}

/** The restore did not start and nothing was changed; the message is for the user. */
export class RestoreError extends Error {}

/**
 * Restores a backup after validating every file, and keeps the previous data in a folder.
 * The next start completes an interrupted restore and renders all pages.
 * @param source the backup, or null to keep uploads and keys and to restore the database alone
 * @throws RestoreError before anything was changed
 */
export async function restoreBackup(
  dataFolder: string,
  source: string | BackupSource | null,
  options: RestoreOptions,
): Promise<RestoreResult> {
  if (typeof source === 'string' && !existsSync(source)) {
    throw new RestoreError(`There is no file ${source}.`);
  }
  mkdirSync(dataFolder, { recursive: true });
  await completeRestore(dataFolder);
  assertNotInUse(dataFolder, options);
  removeLeftovers(dataFolder, '.restore-', options.now);
  const stamp = new Date(options.now).toISOString().slice(0, 23).replace(/[:.]/g, '-');
  const incoming = `.restore-${stamp}-${process.pid}`;
  const folder = path.join(dataFolder, incoming);
  mkdirSync(folder, { mode: 0o700 });
  let manifest: BackupManifest | null = null;
  let counts: BackupManifest['counts'];
  try {
    if (source !== null) manifest = await fetchAndCheck(source, folder, options.keys ?? []);
    if (options.fetchDatabase) await replaceDatabase(folder, options.fetchDatabase);
    stageRestoredContent(folder);
    counts = countRowsOfFile(path.join(folder, DATABASE_FILE));
    await syncTree(folder);
    assertNotInUse(dataFolder, options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const aside = `before-restore-${stamp}`;
  await swapData(dataFolder, { incoming, aside, staying: source === null ? ['uploads'] : [] });
  const asideFolder = path.join(dataFolder, aside);
  const { contentFolder = path.join(dataFolder, 'content') } = options;
  placeRestoredContent({ dataFolder, contentFolder }, asideFolder);
  if (readdirSync(asideFolder).length > 0) return { manifest, counts, aside: asideFolder };
  rmSync(asideFolder, { recursive: true });
  return { manifest, counts, aside: null };
}

function assertNotInUse(dataFolder: string, options: RestoreOptions): void {
  const file = path.join(dataFolder, DATABASE_FILE);
  if (options.force || !existsSync(file)) return;
  if (!isDatabaseInUse(file, options.now, options.holderHasEnded)) return;
  throw new RestoreError(
    `The database in ${dataFolder} is in use. Stop the server first, or use FORCE=1 to restore anyway.`,
  );
}

/** Puts another database in the place of that of a backup. @throws RestoreError */
async function replaceDatabase(
  folder: string,
  fetchDatabase: (file: string) => Promise<void>,
): Promise<void> {
  const file = path.join(folder, DATABASE_FILE);
  rmSync(file, { force: true });
  try {
    await fetchDatabase(file);
    adoptDatabase(file, 'replica');
  } catch (error) {
    const kinds = [LitestreamError, DamagedDatabaseError, UnsupportedDatabaseError];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    throw new RestoreError(`Nothing was restored or changed. ${error.message}`, { cause: error });
  }
}

/** Unpacks a backup and fetches its uploads. */
async function fetchAndCheck(
  source: string | BackupSource,
  folder: string,
  keys: readonly DecryptionKey[],
): Promise<BackupManifest> {
  const { store, name } =
    typeof source === 'string'
      ? { store: createFolderStore(path.dirname(source)), name: path.basename(source) }
      : source;
  const place = typeof source === 'string' ? source : `${store.location}/${name}`;
  const temporary = [path.join(folder, '.fetched'), path.join(folder, '.plain')] as const;
  try {
    let archive = typeof source === 'string' ? source : await fetch(source, temporary[0]);
    if (isEncrypted(archive)) archive = await decrypt(archive, keys, temporary[1]);
    const manifest = await unpackBackup(archive, folder);
    if (manifest.format === 2) {
      const identity = readUploadIdentity(folder);
      const uploadKeys = identity === null ? [] : [{ identity }];
      for (const upload of manifest.uploads) await fetchUpload(store, upload, folder, uploadKeys);
    }
    return manifest;
  } catch (error) {
    const kinds = [
      InvalidTarArchiveError,
      DamagedDatabaseError,
      UnsupportedDatabaseError,
      DecryptionError,
      MissingFileError,
      StorageError,
    ];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    throw new RestoreError(`${place} was not restored, and nothing was changed. ${error.message}`, {
      cause: error,
    });
  } finally {
    for (const file of temporary) rmSync(file, { force: true });
  }
}

async function fetch({ store, name }: BackupSource, file: string): Promise<string> {
  await pipeline(await store.get(name), createWriteStream(file, { mode: 0o600 }));
  return file;
}

/** @throws DecryptionError that says which key is missing */
async function decrypt(
  archive: string,
  keys: readonly DecryptionKey[],
  file: string,
): Promise<string> {
  if (keys.length === 0) {
    throw new DecryptionError(
      'It is encrypted: set BACKUP_KEY to its passphrase, or IDENTITY to the file of its age identity.',
    );
  }
  const plain = await decryptStream(createReadStream(archive), keys);
  await writeDecrypted(plain, file, 'The file is incomplete or damaged.');
  return file;
}

async function fetchUpload(
  store: BackupStore,
  { name, bytes, sha256, object }: StoredUpload,
  folder: string,
  keys: readonly DecryptionKey[],
): Promise<void> {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const stored = await store.get(object);
  const damaged = `${object} of it, which is ${name}, is damaged.`;
  const plain = object.endsWith('.age') ? await decryptUpload(stored, keys, damaged) : stored;
  await writeDecrypted(plain, file, damaged);
  if (statSync(file).size !== bytes || (await hashFile(file)) !== sha256) {
    throw new InvalidTarArchiveError(damaged);
  }
}

/** @throws InvalidTarArchiveError with `damaged`: the key comes from the same backup */
async function decryptUpload(
  stored: Readable,
  keys: readonly DecryptionKey[],
  damaged: string,
): Promise<Readable> {
  try {
    return await decryptStream(stored, keys);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    throw new InvalidTarArchiveError(damaged, { cause: error });
  }
}

/** Writes a stream to a file. @throws InvalidTarArchiveError with `damaged` if age refuses it */
async function writeDecrypted(plain: Readable, file: string, damaged: string): Promise<void> {
  try {
    await pipeline(plain, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // Errors of the disk and of stores have codes; those of age about altered bytes have none.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new InvalidTarArchiveError(damaged, { cause: error });
  }
}

/** Waits until all files are on disk, before the previous data is moved. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    await syncToDisk(path.join(entry.parentPath, entry.name));
  }
  await syncToDisk(folder);
}
