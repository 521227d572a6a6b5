import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { utcDayOf } from '#contracts/durations.ts';
import { hasErrorCode } from '../../errors.ts';
import { hashFile, hashStream, replaceFile } from '../../files.ts';
import { type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { backoffAfter, storageBackoff } from '../../queue/queue.ts';
import type { RemoteUploads } from '../storage/upload-bucket.ts';
import { linkOrCopyIfExists } from '../tar-archive.ts';
import { BackupError, listDataFiles, type StoredUpload } from './backup-contents.ts';
import { DecryptionError, decryptStream, encryptFile, type UploadKey } from './encryption.ts';

/** Folder of uploads in a store. */
export const OBJECTS = 'objects/';

/** Days within which each stored upload is read and compared with its hash once. */
const CHECK_DAYS = 28;

interface UploadStoring {
  dataFolder: string;
  /** Uploads that are not on the disk, or null. */
  remote: RemoteUploads | null;
  /** Folder for encrypted copies. */
  staging: string;
  store: BackupStore;
  /** Null stores the uploads as they are. */
  key: UploadKey | null;
  /** Milliseconds UTC. */
  now: number;
  /** @throws BackupError if the disk has less than so many free bytes */
  assertFree: (bytes: number) => Promise<void>;
}

interface StoredUploads {
  uploads: StoredUpload[];
  /** Uploads that were not in the store, or damaged there. */
  added: number;
  /** Stored uploads of earlier backups that are damaged and no longer in the data folder. */
  lost: string[];
}

const hashInName = (object: string) => path.posix.basename(object, '.age');

/** True for the errors of age about altered or shortened files, which have no code. */
const isChanged = (error: unknown) => error instanceof Error && !('code' in error);

export interface StoredFile {
  /** Path below the store, with slashes. */
  name: string;
  bytes: number;
}

/** Place of backups, in a folder or a bucket. A file is stored as a whole or not at all, and is never changed afterwards. */
export interface BackupStore {
  /** Path or URL for messages. */
  readonly location: string;
  /** True for another machine, which only gets encrypted files. */
  readonly isRemote: boolean;
  /** Stores a local file under a name, and waits until it is durable. */
  put(name: string, file: string): Promise<void>;
  /** @throws MissingFileError */
  get(name: string): Promise<Readable>;
  /** Lists the files whose names start with a prefix, which is empty or ends with a slash. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Deletes a file; ignores a missing one. */
  delete(name: string): Promise<void>;
}

/** The store has no file of this name. */
export class MissingFileError extends Error {}

/** Creates a store in a folder. A plain file of the same disk is stored as a hard link and takes no space. */
export function createFolderStore(folder: string): BackupStore {
  const pathOf = (name: string) => path.join(folder, name);
  return {
    location: folder,
    isRemote: false,
    async put(name, file) {
      await replaceFile(pathOf(name), async (temporary) => {
        if (!linkOrCopyIfExists(file, temporary))
          throw new MissingFileError(`There is no file ${file}.`);
      });
    },
    async get(name) {
      const file = pathOf(name);
      if (!existsSync(file)) throw new MissingFileError(`There is no file ${file}.`);
      return createReadStream(file);
    },
    async list(prefix) {
      const start = pathOf(prefix);
      if (!existsSync(start)) return [];
      const files: StoredFile[] = [];
      for (const entry of await readdir(start, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name.startsWith('.')) continue;
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file).split(path.sep).join('/');
        files.push({ name, bytes: (await stat(file)).size });
      }
      return files;
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

/** Creates a store in a bucket. Its calls throw StorageError. */
export function createBucketStore(options: BucketOptions): BackupStore {
  const bucket = openBucket(options, {
    pauseAfter: (attempts) => backoffAfter(attempts, storageBackoff),
  });
  return {
    location: bucket.url,
    isRemote: true,
    async put(name, file) {
      await bucket.put(name, { file });
    },
    async get(name) {
      try {
        return await bucket.get(name);
      } catch (error) {
        if (!(error instanceof StorageError && error.failure === 'missing')) throw error;
        throw new MissingFileError(`There is no file ${bucket.url}/${name}.`);
      }
    },
    list: (prefix) => Array.fromAsync(bucket.list(prefix)),
    delete: (name) => bucket.delete(name),
  };
}

/** Stores each upload that the store does not have, under a hash of its content. */
export async function storeUploads(storing: UploadStoring): Promise<StoredUploads> {
  const { dataFolder, store, key } = storing;
  const stored = await store.list(OBJECTS);
  const uploads: StoredUpload[] = [];
  for (const name of listDataFiles(dataFolder, 'uploads')) {
    const upload = await describeUpload(dataFolder, name, key);
    if (upload) uploads.push(upload);
  }
  // Listed last: an upload that has left the disk meanwhile is among them.
  const onDisk = new Set(uploads.map(({ name }) => name));
  for (const { name, bytes, sha256 } of storing.remote?.list() ?? []) {
    const upload = { name: uploadOf(name), bytes, sha256, object: objectNameOf(sha256, key) };
    if (!onDisk.has(upload.name)) uploads.push(upload);
  }
  const lost: string[] = [];
  const sizes = new Map(stored.map(({ name, bytes }) => [name, bytes]));
  const ours = new Set(uploads.map(({ object }) => object));
  for (const file of stored.filter(({ name }) => isDueForCheck(name, storing.now))) {
    if (await isIntact(store, file, key, ours.has(file.name))) continue;
    sizes.delete(file.name);
    if (!ours.has(file.name)) lost.push(file.name);
  }
  const missing = [
    ...new Map(
      uploads
        .filter(({ object, bytes }) => {
          const size = sizes.get(object);
          return size === undefined || (key === null && size !== bytes);
        })
        .map((upload) => [upload.object, upload]),
    ).values(),
  ];
  await storing.assertFree(spaceFor(storing, missing));
  for (const upload of missing) await storeUpload(storing, upload);
  return { uploads, added: missing.length, lost };
}

/** Returns the name and hashes of an upload, or null if it was deleted meanwhile. */
async function describeUpload(
  dataFolder: string,
  name: string,
  key: UploadKey | null,
): Promise<StoredUpload | null> {
  const file = path.join(dataFolder, name);
  try {
    const sha256 = await hashFile(file);
    return { name, bytes: statSync(file).size, sha256, object: objectNameOf(sha256, key) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Returns the path of an upload below the data folder. */
const uploadOf = (name: string) => `uploads/${name}`;

function objectNameOf(sha256: string, key: UploadKey | null): string {
  const hash = key === null ? sha256 : key.nameOf(sha256);
  return `${OBJECTS}${hash.slice(0, 2)}/${hash}${key === null ? '' : '.age'}`;
}

/** Bytes of the disk that new uploads take; hard links take none. */
function spaceFor(storing: UploadStoring, missing: StoredUpload[]): number {
  const { key, store } = storing;
  const sizes = missing.map((upload) => {
    const isOnDisk = existsSync(path.join(storing.dataFolder, upload.name));
    // An upload of the bucket is downloaded before it is encrypted.
    return (key === null ? 0 : upload.bytes) + (isOnDisk ? 0 : upload.bytes);
  });
  return store.isRemote ? Math.max(0, ...sizes) : sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function storeUpload(storing: UploadStoring, upload: StoredUpload): Promise<void> {
  const { dataFolder, staging, remote } = storing;
  const plain = path.join(dataFolder, upload.name);
  if (remote === null || existsSync(plain)) return storeFile(storing, upload, plain);
  const fetched = path.join(staging, 'fetched-upload');
  try {
    await remote.fetch(upload.name.slice(uploadOf('').length), fetched);
    await storeFile(storing, upload, fetched);
  } finally {
    rmSync(fetched, { force: true });
  }
}

async function storeFile(
  { staging, store, key }: UploadStoring,
  { sha256, object }: StoredUpload,
  plain: string,
): Promise<void> {
  if (key === null) {
    await store.put(object, plain);
    await assertStored(store, object, sha256);
    return;
  }
  const encrypted = path.join(staging, 'upload.age');
  try {
    await encryptFile(key.recipient, plain, encrypted);
    await store.put(object, encrypted);
    await assertStored(store, object, await hashFile(encrypted));
  } finally {
    rmSync(encrypted, { force: true });
  }
}

/** Reads a stored file back. @throws BackupError if it differs from the sent file */
export async function assertStored(
  store: BackupStore,
  name: string,
  sha256: string,
): Promise<void> {
  if ((await hashStream(await store.get(name))) === sha256) return;
  throw new BackupError(`${name} in ${store.location} differs from what was written.`);
}

function isDueForCheck(object: string, now: number): boolean {
  const number = Number.parseInt(hashInName(object).slice(0, 8), 16);
  return number % CHECK_DAYS === utcDayOf(now) % CHECK_DAYS;
}

/** True if a stored upload has the content that its name says. */
async function isIntact(
  store: BackupStore,
  { name }: StoredFile,
  key: UploadKey | null,
  isOurs: boolean,
): Promise<boolean> {
  if (!name.endsWith('.age')) return (await hashStream(await store.get(name))) === hashInName(name);
  // Only the key of another installation opens it.
  if (key === null) return true;
  try {
    const plain = await decryptStream(await store.get(name), [key]);
    return key.nameOf(await hashStream(plain)) === hashInName(name);
  } catch (error) {
    if (error instanceof DecryptionError) return !isOurs;
    if (isChanged(error)) return false;
    throw error;
  }
}
