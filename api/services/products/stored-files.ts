import type { Hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { HOUR_MS } from '#contracts/durations.ts';
import { PRODUCT_FILES_FOLDER, UPLOAD_WAITS_HOURS } from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { isProductFile, isUploadInUse, listUploadObjects } from '../../db/hot/upload-objects.ts';
import {
  deleteFilesOfDeletedProducts,
  deleteStaleUploads,
  listStoredFiles,
} from '../../db/repositories/product-files.ts';
import { hashFile } from '../../file-hash.ts';
import { removeOrphans, syncFolder, uploadsFolder } from '../media/media-files.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';

/** Returns the folder of product files, absolute; it is not served directly. */
export const productFilesFolder = (dataFolder: string) =>
  path.join(uploadsFolder(dataFolder), PRODUCT_FILES_FOLDER);

/** Returns the folder of incomplete uploads, absolute, on the same disk. */
export const partsFolder = (dataFolder: string) => path.join(dataFolder, 'product-parts');

/** Name of a stored file: random hexadecimal digits. */
export const storedName = /^[\da-f]{32}$/;

const partOf = (dataFolder: string, id: string) => path.join(partsFolder(dataFolder), id);
/** Returns the path of a complete file. */
export const fileOf = (dataFolder: string, id: string) =>
  path.join(productFilesFolder(dataFolder), id);

/** Returns the path of a complete file below the folder of uploads. */
export const uploadNameOf = (id: string) => `${PRODUCT_FILES_FOLDER}/${id}`;

/** Creates an empty file for an upload. */
export async function createPartFile(dataFolder: string, id: string): Promise<void> {
  await mkdir(partsFolder(dataFolder), { recursive: true, mode: 0o700 });
  await (await open(partOf(dataFolder, id), 'wx', 0o600)).close();
}

/** Returns the stored bytes of an upload, or null. */
export function bytesThere(dataFolder: string, id: string): number | null {
  const file = [partOf(dataFolder, id), fileOf(dataFolder, id)].find((name) => existsSync(name));
  return file === undefined ? null : statSync(file).size;
}

/**
 * Appends bytes to an upload and its hash as they arrive; bytes before an error stay.
 * @param onBytes called with the progress
 * @returns the new size
 */
export async function addToPart(
  dataFolder: string,
  id: string,
  { offset, bytes, hash }: { offset: number; bytes: AsyncIterable<Buffer>; hash: Hash | null },
  onBytes: (end: number) => void,
): Promise<number> {
  const handle = await open(partOf(dataFolder, id), 'r+');
  let end = offset;
  try {
    for await (const piece of bytes) {
      for (let from = 0; from < piece.length; ) {
        const { bytesWritten } = await handle.write(piece, from, piece.length - from, end + from);
        from += bytesWritten;
      }
      hash?.update(piece);
      end += piece.length;
      onBytes(end);
    }
    return end;
  } finally {
    await handle.close();
  }
}

/** Moves a complete upload to the product files after it is on disk. */
export async function completePartFile(dataFolder: string, id: string): Promise<void> {
  const part = partOf(dataFolder, id);
  if (!existsSync(part)) return;
  const handle = await open(part, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await mkdir(productFilesFolder(dataFolder), { recursive: true, mode: 0o700 });
  await rename(part, fileOf(dataFolder, id));
  await syncFolder(productFilesFolder(dataFolder));
}

/** Returns the SHA-256 of a stored file. */
export function hashStoredFile(dataFolder: string, id: string): Promise<string> {
  const part = partOf(dataFolder, id);
  return hashFile(existsSync(part) ? part : fileOf(dataFolder, id));
}

/** Deletes a stored file or upload. */
export async function removeStored(dataFolder: string, id: string): Promise<void> {
  if (!storedName.test(id)) return;
  await rm(partOf(dataFolder, id), { force: true });
  await rm(fileOf(dataFolder, id), { force: true });
}

/** Stores complete bytes as a product file. */
export async function writeStoredFile(
  dataFolder: string,
  id: string,
  bytes: Buffer,
): Promise<void> {
  await removeStored(dataFolder, id);
  await createPartFile(dataFolder, id);
  await addToPart(
    dataFolder,
    id,
    { offset: 0, bytes: Readable.from([bytes]), hash: null },
    () => undefined,
  );
  await completePartFile(dataFolder, id);
}

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Retention of files of deleted products, in milliseconds, for payments in progress. */
const DELETED_STAYS_MS = 30 * 24 * HOUR_MS;

/**
 * Deletes abandoned uploads, files of products deleted a month ago, and leftovers of killed
 * processes, also in the bucket of STORAGE.
 * @returns names of the files
 */
export async function purgeProductFiles(context: Context): Promise<string[]> {
  const { config, database, clock } = context;
  const now = clock();
  const stale = await database.write(() => {
    deleteFilesOfDeletedProducts(database, now - DELETED_STAYS_MS);
    return deleteStaleUploads(database, now - UPLOAD_WAITS_HOURS * HOUR_MS);
  });
  for (const id of stale) await removeStored(config.dataFolder, id);
  const storedNames = new Set(listStoredFiles(database));
  const removed = [...stale];
  for (const folder of [partsFolder(config.dataFolder), productFilesFolder(config.dataFolder)]) {
    removed.push(...(await removeOrphans(folder, storedNames, now)));
  }
  const unused = listUploadObjects(database)
    .map(({ name }) => name)
    .filter((name) => isProductFile(name) && !isUploadInUse(database, name));
  await database.write(() => enqueueStore(context, unused));
  return removed;
}
