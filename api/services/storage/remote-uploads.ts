import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Connection } from '../../db/connection.ts';
import {
  isProductFile,
  isUploadInUse,
  listUploadObjects,
  type UploadObject,
} from '../../db/hot/bucket-objects.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { fetchObject, openUploadBucket } from './upload-bucket.ts';

/** Uploads that the bucket of STORAGE has and the disk does not. */
export interface RemoteUploads {
  list(): UploadObject[];
  /** Writes an upload to a file. @throws StorageError */
  fetch(name: string, file: string): Promise<void>;
}

/** Returns the uploads that are in use and missing on the disk. */
export const listRemoteUploads = (dataFolder: string, database: Connection): UploadObject[] =>
  listUploadObjects(database).filter(
    ({ name }) =>
      !existsSync(path.join(dataFolder, 'uploads', name)) && isUploadInUse(database, name),
  );

type StorageConfig = Pick<Config, 'dataFolder' | 'storage'>;

/** Returns the uploads that only the bucket has, or null without a bucket. */
export function openRemoteUploads(
  { dataFolder, storage }: StorageConfig,
  database: Connection,
): RemoteUploads | null {
  if (storage === null) return null;
  const bucket = openUploadBucket(storage);
  return {
    list: () => listRemoteUploads(dataFolder, database),
    fetch: (name, file) => fetchObject(bucket, name, file),
  };
}

/** Images downloaded at the same time. */
const CONCURRENCY = 8;

/**
 * Downloads the images that are missing on the disk, as on a new machine with a replica of the database. Releases
 * need them there. Product files stay in the bucket.
 * @returns the number of images, and the failure of the store if there was one
 */
export async function fetchMissingImages(
  config: StorageConfig,
  database: Connection,
): Promise<{ count: number; failure: StorageError | null }> {
  const remote = openRemoteUploads(config, database);
  const missing = remote?.list().filter(({ name }) => !isProductFile(name)) ?? [];
  try {
    for (let start = 0; start < missing.length; start += CONCURRENCY) {
      await Promise.all(
        missing
          .slice(start, start + CONCURRENCY)
          .map(({ name }) => remote?.fetch(name, path.join(config.dataFolder, 'uploads', name))),
      );
    }
    return { count: missing.length, failure: null };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { count: missing.length, failure: error };
  }
}
