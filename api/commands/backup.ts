import '../start/private-files.mjs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { recordBackup } from '../db/repositories/site.ts';
import { BackupError } from '../services/backup/backup-contents.ts';
import { createBackup, makeBackup, openBackupStore } from '../services/backup/make-backup.ts';
import { namedArgument, runCommand } from './run-command.ts';

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

/**
 * `make backup` backs up database, uploads, keys and the owner's content, also while the site runs, as the
 * nightly backup does. TO=folder writes everything into one file in this folder.
 */
await runCommand(async () => {
  const config = readConfig();
  const { dataFolder, contentFolder, backupKey, storage } = config;
  const to = namedArgument('TO');
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const warning =
    backupKey === null ? ' Keep it safe: anyone with this file can sign in as any user.' : '';
  let manifest: { counts: { articles: number; users: number; media: number }; missing: string[] };
  const describe = ({ counts: { articles, users, media } }: typeof manifest) =>
    `${articles} articles, ${users} users and ${media} images`;
  if (to === undefined) {
    const startedAt = systemClock();
    const backup = await makeBackup(config, startedAt);
    manifest = backup.manifest;
    const file = `${openBackupStore(config).location}/${backup.info.file}`;
    write(
      `${file} holds ${describe(manifest)} in ${megabytes(backup.info.bytes)}, beside ` +
        `${backup.manifest.uploads.length} uploads, ${backup.added} of them new.${warning}`,
    );
    await record(dataFolder, { startedAt, endedAt: systemClock(), ...backup.info });
  } else {
    const options = { key: backupKey, contentFolder, storage };
    const backup = await createBackup(dataFolder, systemClock(), path.resolve(to), options);
    manifest = backup.manifest;
    write(`${backup.file} holds ${describe(manifest)} in ${megabytes(backup.bytes)}.${warning}`);
  }
  for (const name of manifest.missing) {
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
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The backup is complete, but /admin will not list it: ${reason}\n`);
  }
}
