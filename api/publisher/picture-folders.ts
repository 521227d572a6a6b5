import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NO_VARIANTS, variantNames } from '#contracts/picture.ts';
import type { Connection } from '../db/connection.ts';
import {
  deleteShareKey,
  listMadePictures,
  listShared,
  recordVariants,
} from '../db/hot/pictures.ts';

/**
 * Returns the folder of generated images, with media/ and og/ as in a release; not in backups,
 * because they can be generated again.
 */
export const picturesFolderOf = (dataFolder: string) => path.join(dataFolder, 'pictures');

/**
 * Deletes records of generated images whose files are missing, as after a restore.
 * @returns the number of images to generate again
 */
export async function forgetLostPictures(database: Connection, folder: string): Promise<number> {
  const media = namesIn(path.join(folder, 'media'));
  const lostMedia = listMadePictures(database).filter(({ fileName, variants }) =>
    variantNames(fileName, variants ?? NO_VARIANTS).some((name) => !media.has(name)),
  );
  const shared = namesIn(path.join(folder, 'og'));
  const lostShared = listShared(database).filter(({ publicId }) => !shared.has(`${publicId}.png`));
  const lost = lostMedia.length + lostShared.length;
  if (lost === 0) return 0;
  await database.write(() => {
    for (const { id } of lostMedia) recordVariants(database, id, null);
    for (const lost of lostShared) deleteShareKey(database, lost);
  });
  return lost;
}

function namesIn(folder: string): Set<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : []);
}
