import { z } from 'zod';
import { CONTENT_NAME } from '../content/archive-content.ts';
import { archivedFile } from '../tar-archive.ts';

/** Name of the database file, in the data folder and in backups. */
export const DATABASE_FILE = 'site.db';

/** Files of a backup. */
const file = archivedFile(
  new RegExp(`^(?:site\\.db|(?:uploads|secrets)(?:/[\\w][\\w.-]*)+|${CONTENT_NAME.source})$`, 'u'),
);
/** Files of a backup whose uploads are stored once for all backups. */
const coreFile = archivedFile(
  new RegExp(`^(?:site\\.db|secrets(?:/[\\w][\\w.-]*)+|${CONTENT_NAME.source})$`, 'u'),
);

/** Name of an upload in the store: hash of its content, encrypted or not. */
const objectName = z.string().regex(/^objects\/[0-9a-f]{2}\/[0-9a-f]{64}(?:\.age)?$/);

const common = {
  createdAt: z.iso.datetime(),
  schemaVersion: z.number().int().min(1),
  counts: z.strictObject({
    articles: z.number().int(),
    users: z.number().int(),
    media: z.number().int(),
  }),
  /** Files that the database names and the data folder did not have. */
  missing: z.array(z.string()),
};

/** Backup in one file. */
const singleManifest = z.strictObject({ format: z.literal(1), ...common, files: z.array(file) });

/** Backup whose uploads are beside it in the store. */
const sharedManifest = z.strictObject({
  format: z.literal(2),
  ...common,
  files: z.array(coreFile),
  uploads: z.array(archivedFile(/^uploads(?:\/[\w][\w.-]*)+$/).extend({ object: objectName })),
});

export const backupManifest = z.discriminatedUnion('format', [singleManifest, sharedManifest]);
export type BackupManifest = z.infer<typeof backupManifest>;
export type SingleManifest = z.infer<typeof singleManifest>;
export type SharedManifest = z.infer<typeof sharedManifest>;
export type StoredUpload = SharedManifest['uploads'][number];

/** Public facts about a stored backup, in a file beside it that needs no key. */
export const backupInfo = z.strictObject({
  file: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.number().int(),
  /** Checksum of the file as it is stored. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  isEncrypted: z.boolean(),
  /** Uploads of the backup in the store; those that no backup names are deleted. */
  objects: z.array(objectName),
});
export type BackupInfo = z.infer<typeof backupInfo>;

/** True if a file name of the data folder is allowed in a backup. */
export function canBeBackedUp(fileName: string): boolean {
  return file.shape.name.safeParse(fileName).success;
}
