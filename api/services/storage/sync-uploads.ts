import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '../../db/connection.ts';
import {
  deleteUploadObject,
  findProductFileHash,
  findUploadObject,
  isUploadInUse,
  listUploadObjects,
  recordUploadObject,
  type UploadObject,
} from '../../db/hot/bucket-objects.ts';
import { hasErrorCode } from '../../errors.ts';
import { hashFile } from '../../files.ts';
import type { Bucket } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';

/** Uploads handled at the same time. */
const CONCURRENCY = 4;

/** Folder of uploads, and their bucket. */
export interface UploadSync {
  database: Connection;
  bucket: Bucket;
  uploadsFolder: string;
  /** True while this process may write. */
  mayContinue: () => boolean;
  /** Called with an upload whose bytes, on the disk or in the bucket, are missing or not those that were uploaded. */
  onDamaged: (name: string) => void;
}

/**
 * Copies uploads that the database refers to into the bucket, and deletes the others there. A product file
 * leaves the disk after the store has confirmed its size and hash. Syncing twice changes nothing.
 * @param names paths below the folder of uploads
 * @throws StorageError
 */
export async function syncUploads(sync: UploadSync, names: readonly string[]): Promise<void> {
  for (let start = 0; start < names.length; start += CONCURRENCY) {
    if (!sync.mayContinue()) throw new StorageError('stopped', 'The copy is interrupted.');
    const group = names.slice(start, start + CONCURRENCY);
    await Promise.all(group.map((name) => syncUpload(sync, name)));
  }
}

/**
 * Syncs all uploads, also after others have changed the bucket. Objects without a record are kept: a restored
 * database does not know the newest ones.
 * @throws StorageError
 */
export async function syncAllUploads(sync: UploadSync): Promise<void> {
  const { database, bucket, uploadsFolder } = sync;
  const etags = new Map<string, string>();
  for await (const { name, etag } of bucket.list('')) etags.set(name, etag);
  const recorded = listUploadObjects(database);
  const files = await listUploadFiles(uploadsFolder);
  const onDisk = new Set(files);
  const changed = recorded.filter(({ name, etag }) => etags.get(name) !== etag);
  // Files on the disk are stored again.
  await database.write(() => {
    for (const { name } of changed) if (onDisk.has(name)) deleteUploadObject(database, name);
  });
  for (const object of changed) if (!onDisk.has(object.name)) await checkObject(sync, object);
  const known = new Set(recorded.map(({ name }) => name));
  const names = files.filter((name) => known.has(name) || isUploadInUse(database, name));
  await syncUploads(sync, [...new Set([...names, ...known])]);
}

/**
 * Checks an object that others have changed and whose file is not on the disk. Its record stays even if the object is
 * missing, because the bucket may be the wrong one for a while, and nothing else knows where the file is.
 */
async function checkObject(sync: UploadSync, object: UploadObject): Promise<void> {
  const { database, bucket } = sync;
  const { name, bytes, sha256 } = object;
  if (!isUploadInUse(database, name)) return;
  const stored = await bucket.head(name);
  if (stored?.bytes === bytes && stored.sha256 === sha256) {
    await database.write(() => recordUploadObject(database, { ...object, etag: stored.etag }));
  } else sync.onDamaged(name);
}

/** Lists the files of a folder and of the folders in it, without temporary ones. */
async function listUploadFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

async function syncUpload(sync: UploadSync, name: string): Promise<void> {
  const { database, bucket, uploadsFolder } = sync;
  if (!isUploadInUse(database, name)) {
    await bucket.delete(name);
    await database.write(() => deleteUploadObject(database, name));
    return;
  }
  const file = path.join(uploadsFolder, name);
  if (!existsSync(file)) return;
  const stored = findUploadObject(database, name) ?? (await storeUpload(sync, name, file));
  // An upload that is not saved with its product yet has no hash and stays, because its form may still ask for it.
  if (stored?.sha256 === findProductFileHash(database, name)) await rm(file, { force: true });
}

/** @returns null for a damaged or deleted file */
async function storeUpload(
  sync: UploadSync,
  name: string,
  file: string,
): Promise<UploadObject | null> {
  const { database, bucket } = sync;
  const content = await describeUpload(file);
  if (content === null) return null;
  const { bytes, sha256 } = content;
  const wanted = findProductFileHash(database, name);
  if (wanted !== null && wanted !== sha256) {
    sync.onDamaged(name);
    return null;
  }
  const etag = await bucket.put(name, { file });
  const stored = await bucket.head(name);
  if (stored?.bytes !== bytes || stored.sha256 !== sha256) {
    throw new StorageError('damaged', `${bucket.url} did not store ${name} as it was sent.`);
  }
  const object = { name, bytes, sha256, etag };
  await database.write(() => recordUploadObject(database, object));
  return object;
}

async function describeUpload(file: string): Promise<{ bytes: number; sha256: string } | null> {
  try {
    const { size } = await stat(file);
    return { bytes: size, sha256: await hashFile(file) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
