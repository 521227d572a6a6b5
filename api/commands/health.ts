import { readConfig } from '../config.ts';
import { isHealthy, localOrigin } from '../integrations/own-site.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** `personal-site health`: exits with 0 if the running site is usable, for containers and installers. */
await runCommand(async () => {
  const origin = localOrigin(readConfig());
  if (!(await isHealthy(origin))) throw new CommandRefused(`No usable site answers at ${origin}.`);
});
