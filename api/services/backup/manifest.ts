import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Name of the archive's first entry. */
export const BACKUP_MANIFEST = 'manifest.json';
/** Name of the database, in the data folder and in a backup. */
export const DATABASE_FILE = 'site.db';

/** Below which folders a backup has files, besides the database. */
const name = z
  .string()
  .max(500)
  .regex(/^(?:site\.db|(?:uploads|secrets)(?:\/[\w][\w.-]*)+)$/);

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
  files: z.array(
    z.strictObject({
      name,
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Whether a file of the data folder can be part of a backup by its name. */
export function canBeBackedUp(fileName: string): boolean {
  return name.safeParse(fileName).success;
}

/** SHA-256 of a file, as hexadecimal digits. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
