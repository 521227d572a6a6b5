import '../start/private-files.mjs';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { BackupRefused, createBackup } from '../services/backup/backup.ts';
import { namedArgument } from './named-argument.ts';
import { runCommand } from './run-command.ts';

/** `make backup`: one file with database, uploads and keys, while the site runs. TO=folder moves it. */
await runCommand(async () => {
  const { dataFolder } = readConfig();
  const to = namedArgument('TO');
  const target = to === undefined ? undefined : path.resolve(to);
  const { file, bytes, manifest } = await createBackup(dataFolder, systemClock(), target);
  const { articles, users, media } = manifest.counts;
  process.stdout.write(
    `${file} holds ${articles} articles, ${users} users and ${media} images in ` +
      `${(bytes / 1_048_576).toFixed(1)} MB. Keep it safe: whoever has it can sign in as anybody.\n`,
  );
  for (const name of manifest.missing) {
    process.stderr.write(`uploads/${name} is named in the database, but was not there.\n`);
  }
}, BackupRefused);
