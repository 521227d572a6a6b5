import { UPLOAD_WAITS_HOURS } from '#contracts/product-upload.ts';
import type { AppContext } from '../../context.ts';
import {
  deleteFilesOfDeletedProducts,
  listStoredFiles,
} from '../../db/repositories/product-files.ts';
import { deleteStaleUploads } from '../../db/repositories/product-uploads.ts';
import { removeOrphans } from '../media/media-files.ts';
import { partsFolder, productFilesFolder, removeStored } from './stored-files.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

const HOUR_MS = 3_600_000;
/** Retention of files of deleted products, in milliseconds, for payments in progress. */
const DELETED_STAYS_MS = 30 * 24 * HOUR_MS;

/**
 * Deletes abandoned uploads, files of products deleted a month ago, and leftovers of killed
 * processes.
 * @returns names of the files
 */
export async function purgeProductFiles({ config, database, clock }: Context): Promise<string[]> {
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
  return removed;
}
