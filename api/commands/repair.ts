import { readConfig } from '../config.ts';
import { repairDerivedValues } from '../db/derived.ts';
import { openSite, runCommand } from './run-command.ts';

/** `make repair` finds stale derived values, such as search texts, and computes them again. */
await runCommand(async () => {
  using database = openSite(readConfig());
  const stale = await database.write(repairDerivedValues);
  const repaired = Object.entries(stale).filter(([, rows]) => rows > 0);
  process.stdout.write(
    repaired.length === 0
      ? 'All derived values are up to date.\n'
      : `Repaired: ${repaired.map(([name, rows]) => `${rows} ${name}`).join(', ')}.\n`,
  );
});
