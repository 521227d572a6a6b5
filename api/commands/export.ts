import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { exportFolder } from '../services/export/folder.ts';
import { ExportRefused } from '../services/export/manifest.ts';
import { namedArgument } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** `make export TO=folder`: writes all articles as markdown; by default into the data folder. */
await runCommand(async () => {
  const config = readConfig();
  const target = path.resolve(namedArgument('TO') ?? path.join(config.dataFolder, 'export'));
  const file = path.join(config.dataFolder, 'site.db');
  if (!existsSync(file)) throw new CommandRefused(`There is no site in ${config.dataFolder} yet.`);
  const database = openDatabase(file);
  try {
    migrate(database);
    const { articles, media, removed } = exportFolder({ config, database }, target);
    const gone = removed > 0 ? ` ${removed} files of the export before are gone.` : '';
    process.stdout.write(`${articles} articles and ${media} images are in ${target}.${gone}\n`);
  } finally {
    database.close();
  }
}, ExportRefused);
