import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NO_VARIANTS, variantNames } from '#contracts/picture.ts';
import type { Connection } from '../db/connection.ts';
import { listMadePictures, recordVariants } from '../db/repositories/picture-variants.ts';
import { forgetShareKey, listShared } from '../db/repositories/share-pictures.ts';

/**
 * What is made of pictures lies below DATA_DIR/pictures as it does below a release: media/ and og/.
 * All of it can be made again, so backups leave it out.
 */
export const picturesFolderOf = (dataFolder: string) => path.join(dataFolder, 'pictures');

/**
 * Forgets what was made and is not there any more, as after a restore on another machine: no page
 * may name a file that is missing.
 * @returns how many pictures have to be made again
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
    for (const lost of lostShared) forgetShareKey(database, lost);
  });
  return lost;
}

function namesIn(folder: string): Set<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : []);
}
