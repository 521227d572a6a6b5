import '../start/private-files.mjs';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { commandLine } from '../installation.ts';
import { hasOwnerExited } from '../queue/queue.ts';
import { type DecryptionKey, isRecipient } from '../services/backup/encryption.ts';
import { openReplica } from '../services/backup/replication.ts';
import { findBackup, RestoreError, restoreBackup } from '../services/backup/restore-backup.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { CommandError, namedArgument, namedSwitch, runCommand } from './run-command.ts';

/**
 * `make restore FILE=…` replaces the data folder with a backup, and moves the previous data to another folder.
 * FILE is a path, or the URL of a backup in a bucket. With REPLICA=1, the database comes from the replica of
 * Litestream, and FILE is optional.
 */
await runCommand(async () => {
  const file = namedArgument('FILE');
  const fromReplica = namedSwitch('REPLICA');
  if (file === undefined && !fromReplica) {
    throw new CommandError(
      `Missing FILE. Usage: ${commandLine('restore FILE=var/backups/….tar.gz')}`,
    );
  }
  const config = readConfig();
  const { dataFolder } = config;
  const replica = fromReplica ? openReplica(config) : null;
  if (fromReplica && replica === null) {
    throw new CommandError('Missing LITESTREAM_URL: REPLICA=1 restores from there.');
  }
  openDataFolder(config);
  const source = file === undefined ? null : await sourceOf(file, config);
  const { manifest, counts, aside } = await restoreBackup(dataFolder, source, {
    ...(replica && { fetchDatabase: replica.restore }),
    contentFolder: config.contentFolder,
    now: systemClock(),
    force: namedSwitch('FORCE'),
    holderHasEnded: hasOwnerExited,
    keys: readKeys(config.backupKey),
  });
  const { articles, users, media } = counts;
  const restored = [
    ...(fromReplica ? ['The replica of the database'] : []),
    ...(manifest ? [`${fromReplica ? 'the' : 'The'} backup of ${manifest.createdAt}`] : []),
  ];
  const verb = restored.length === 1 ? 'is' : 'are';
  const lines = [
    `${restored.join(' and ')} ${verb} in place: ${articles} articles, ${users} users, ${media} images.`,
    'All pages are rendered again at the next start.',
  ];
  if (!fromReplica) {
    lines.push(
      'Emails, cross-posts and newsletters that waited when the backup was made may have been sent since, so none is ' +
        'sent again automatically: see /admin/mail and /admin/connections, and request newsletters of unpublished articles again.',
    );
  }
  if (!existsSync(path.join(dataFolder, 'secrets'))) {
    lines.push(
      'There are no keys here, so the next start creates new ones: everyone has to sign in again, and stored ' +
        'tokens of services cannot be read. To keep keys and content, repeat this with the FILE of a backup.',
    );
  }
  if (aside !== null)
    lines.push(`The previous data is in ${aside}; delete it once everything works.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}, RestoreError);

function sourceOf(file: string, { storage }: Config) {
  return file.startsWith('s3://') ? findBackup(file, storage) : path.resolve(file);
}

/** Returns the passphrase of BACKUP_KEY and the age identities of the file IDENTITY. */
function readKeys(backupKey: string | null): DecryptionKey[] {
  const keys: DecryptionKey[] = [];
  if (backupKey !== null && !isRecipient(backupKey)) keys.push({ passphrase: backupKey });
  const file = namedArgument('IDENTITY');
  if (file === undefined) return keys;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The file ${file} of IDENTITY cannot be read.`, { cause: error });
  }
  const identities = text.split('\n').filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (identities.length === 0) throw new CommandError(`${file} contains no age identity.`);
  return [...keys, ...identities.map((line) => ({ identity: line.trim() }))];
}
