import '../start/private-files.mjs';
import path from 'node:path';
import { fileSize } from '#contracts/file-size.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { recordBackup } from '../db/repositories/site.ts';
import { errorMessage } from '../errors.ts';
import { commandLine } from '../installation.ts';
import { BackupError } from '../services/backup/backup-contents.ts';
import { OBJECTS } from '../services/backup/backup-store.ts';
import { createBackupFile, openBackupStore, storeBackup } from '../services/backup/make-backup.ts';
import { namedArgument, runCommand } from './run-command.ts';

/**
 * `make backup` backs up database, uploads, keys and the owner's content, also while the site runs, as the
 * nightly backup does: uploads are stored beside the file. TO=folder writes everything into one file in this folder.
 */
await runCommand(async () => {
  const config = readConfig();
  const { dataFolder, contentFolder, backupKey, storage } = config;
  const to = namedArgument('TO');
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const warning =
    backupKey === null ? '\nKeep it safe: anyone with this file can sign in as any user.' : '';
  let missing: string[];
  if (to === undefined) {
    const startedAt = systemClock();
    const backup = await storeBackup(config, startedAt);
    const { counts, uploads } = backup.manifest;
    missing = backup.manifest.missing;
    const { location } = openBackupStore(config);
    const shared =
      uploads.length === 0
        ? ''
        : `\nIts ${uploads.length} uploads, ${backup.added} of them new, are in ${location}/${OBJECTS}. ` +
          'It cannot be restored without them: copy both to another machine. ' +
          `${commandLine('backup TO=folder')} writes everything into one file.`;
    write(
      `${location}/${backup.info.file} holds the database with ${counts.articles} articles and ` +
        `${counts.users} users, the keys and your own files, in ${fileSize(backup.info.bytes)}.${shared}${warning}`,
    );
    await record(dataFolder, { startedAt, endedAt: systemClock(), ...backup.info });
  } else {
    const options = { key: backupKey, contentFolder, storage };
    const backup = await createBackupFile(dataFolder, systemClock(), path.resolve(to), options);
    const { articles, users, media } = backup.manifest.counts;
    missing = backup.manifest.missing;
    write(
      `${backup.file} holds everything: ${articles} articles, ${users} users, ${media} images, the keys and ` +
        `your own files, in ${fileSize(backup.bytes)}.${warning}`,
    );
  }
  for (const name of missing) {
    process.stderr.write(`uploads/${name} is listed in the database but missing.\n`);
  }
}, BackupError);

/** Lets the server and its admins see the backup, unless the database is one of another version. */
async function record(
  dataFolder: string,
  backup: Parameters<typeof recordBackup>[1],
): Promise<void> {
  try {
    using database = openDatabase(path.join(dataFolder, 'site.db'));
    const version = database.raw.pragma('user_version', { simple: true });
    if (version !== currentSchemaVersion()) return;
    await database.write((query) => recordBackup(query, backup));
  } catch (error) {
    const reason = errorMessage(error);
    process.stderr.write(`The backup is complete, but /admin will not list it: ${reason}\n`);
  }
}
