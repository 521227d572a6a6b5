import '../start/private-files.mjs';
import path from 'node:path';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { commandLine } from '../installation.ts';
import { type MadeAdmin, makeAdmin } from '../services/registration/register.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { CommandError, namedArgument, runCommand } from './run-command.ts';

/** Reads EMAIL of `make admin EMAIL=…` from the arguments or the environment. */
function readEmail(): string {
  const given = namedArgument('EMAIL')?.trim();
  const email = z.email().toLowerCase().safeParse(given);
  if (!email.success) {
    const problem = given === undefined ? 'Missing EMAIL.' : `${given} is not an email address.`;
    throw new CommandError(`${problem} Usage: ${commandLine('admin EMAIL=you@example.org')}`);
  }
  return email.data;
}

function describeMadeAdmin(email: string, result: MadeAdmin): string {
  switch (result.outcome) {
    case 'created':
      return `${email} has a new admin account. Its password, shown this once: ${result.password}`;
    case 'promoted with a new password':
      return (
        `${email} is an admin now. The address was never confirmed, so the account has a new ` +
        `password, shown this once: ${result.password}\nA link to confirm the address is on its way to it.`
      );
    case 'promoted':
      return `${email} is an admin now and has to sign in again; second factors were removed.`;
    case 'is admin already':
      return `${email} was an admin already; all their devices were signed out and second factors removed.`;
  }
}

await runCommand(async () => {
  const email = readEmail();
  const config = readConfig();
  openDataFolder(config);
  using database = openDatabase(path.join(config.dataFolder, 'site.db'));
  migrate(database);
  const result = await makeAdmin({ database, clock: systemClock, config }, email);
  process.stdout.write(`${describeMadeAdmin(email, result)}\n`);
});
