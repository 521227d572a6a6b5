import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, InvalidConfigError } from '../config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate, UnsupportedDatabaseError } from '../db/migrate.ts';

/** An error that the caller of the command can correct; the message is a sentence. */
export class CommandError extends Error {}

const expectedErrors = new Set<unknown>([
  CommandError,
  InvalidConfigError,
  UnsupportedDatabaseError,
]);

/**
 * Runs a command and sets the exit code to 1 if it throws. Prints the message of expected errors, and the stack
 * of others.
 * @param kinds classes of expected errors, in addition to those of settings and database
 */
export async function runCommand(
  work: () => Promise<void>,
  ...kinds: (new (
    ...parameters: never[]
  ) => Error)[]
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof Error &&
      (expectedErrors.has(error.constructor) || kinds.some((kind) => error instanceof kind));
    process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/** Opens the database of the site and migrates it. @throws CommandError if there is no site yet */
export function openSite({ dataFolder }: Pick<Config, 'dataFolder'>): Database {
  const file = path.join(dataFolder, 'site.db');
  if (!existsSync(file)) throw new CommandError(`There is no site in ${dataFolder} yet.`);
  const database = openDatabase(file);
  migrate(database);
  return database;
}

/** Returns a value that is given as `make import FROM=folder` or `node api/commands/import.ts FROM=folder`. */
export function namedArgument(name: string): string | undefined {
  const argument = process.argv.find((text) => text.startsWith(`${name}=`));
  const value = argument?.slice(name.length + 1) ?? process.env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** Returns true if a switch such as FORCE=1 is on. */
export function namedSwitch(name: string): boolean {
  return /^(?:1|true|yes)$/i.test(namedArgument(name) ?? '');
}
