import { z } from 'zod';
import { packedFile } from '../packed-files.ts';

/** Name of the database, in the data folder and in a backup. */
export const DATABASE_FILE = 'site.db';

/** Below which folders a backup has files, besides the database. */
const file = packedFile(/^(?:site\.db|(?:uploads|secrets)(?:\/[\w][\w.-]*)+)$/);

export const backupManifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  schemaVersion: z.number().int().min(1),
  counts: z.strictObject({
    articles: z.number().int(),
    users: z.number().int(),
    media: z.number().int(),
  }),
  /** Files that the database names and the store did not have. */
  missing: z.array(z.string()),
  files: z.array(file),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Whether a file of the data folder can be part of a backup by its name. */
export function canBeBackedUp(fileName: string): boolean {
  return file.shape.name.safeParse(fileName).success;
}
