import '../start/private-files.mjs';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { hasEnded } from '../publisher/holder.ts';
import { RestoreRefused, restoreBackup } from '../services/backup/restore.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { namedArgument, namedSwitch } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** `make restore FILE=…`: puts a backup in place of what is there, which is kept aside. */
await runCommand(async () => {
  const file = namedArgument('FILE');
  if (file === undefined) {
    throw new CommandRefused('Say which backup: make restore FILE=var/backups/….tar.gz');
  }
  const config = readConfig();
  openDataFolder(config);
  const { manifest, aside } = await restoreBackup(config.dataFolder, path.resolve(file), {
    now: systemClock(),
    force: namedSwitch('FORCE'),
    holderHasEnded: hasEnded,
  });
  const { articles, users, media } = manifest.counts;
  const lines = [
    `The backup of ${manifest.createdAt} is in place: ${articles} articles, ${users} users, ${media} images.`,
    'The next start renders all pages afresh.',
  ];
  if (aside !== null)
    lines.push(`What was here before is in ${aside}; delete it when all is well.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}, RestoreRefused);
