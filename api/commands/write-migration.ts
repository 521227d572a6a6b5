import { writeFileSync } from 'node:fs';
import { openDatabase } from '../db/database.ts';
import { currentSchemaVersion, migrate } from '../db/migrate.ts';
import { compareWithSchema } from '../db/schema-sql.ts';
import { CommandError, namedArgument, runCommand } from './run-command.ts';

/**
 * `make migration NAME=add-a-table` writes the next migration, with the tables, columns and indexes of the schema
 * that the existing migrations do not create.
 */
await runCommand(async () => {
  const name = namedArgument('NAME');
  if (name === undefined || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) {
    throw new CommandError('Give the migration a name in kebab case: make migration NAME=…');
  }
  const database = openDatabase(':memory:');
  migrate(database);
  const { statements, manual } = compareWithSchema(database.raw);
  database.close();
  for (const difference of manual) process.stderr.write(`To write by hand: ${difference}\n`);
  if (statements.length === 0) throw new CommandError('There is nothing to generate.');
  const number = String(currentSchemaVersion() + 1).padStart(4, '0');
  const file = new URL(`../db/migrations/${number}-${name}.sql`, import.meta.url);
  writeFileSync(file, statements.join('\n'), { flag: 'wx' });
  process.stdout.write(`${file.pathname}\n`);
});
