import path from 'node:path';
import { uploadsFolder } from '../media/files.ts';

/** Folder of what buyers get, absolute. Nothing of it is served as it stands. */
export const productFilesFolder = (dataFolder: string) =>
  path.join(uploadsFolder(dataFolder), 'products');
