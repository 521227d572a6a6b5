import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { repairDerivedValues } from '../db/derived.ts';
import { migrate } from '../db/migrate.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** `make repair` finds stale derived values, such as search texts, and computes them again. */
await runCommand(async () => {
  const { dataFolder } = readConfig();
  const file = path.join(dataFolder, 'site.db');
  if (!existsSync(file)) throw new CommandRefused(`There is no site in ${dataFolder} yet.`);
  using database = openDatabase(file);
  migrate(database);
  const stale = await database.write(() => repairDerivedValues(database.raw));
  const repaired = Object.entries(stale).filter(([, rows]) => rows > 0);
  process.stdout.write(
    repaired.length === 0
      ? 'All derived values are up to date.\n'
      : `Repaired: ${repaired.map(([name, rows]) => `${rows} ${name}`).join(', ')}.\n`,
  );
});
