import { readConfig } from '../config.ts';
import { isServerHealthy } from '../services/doctor/check-site.ts';
import { CommandError, runCommand } from './run-command.ts';

/** `personal-site health`: exits with 0 if the running site is usable, for containers and installers. */
await runCommand(async () => {
  const config = readConfig();
  if (!(await isServerHealthy(config))) {
    throw new CommandError(`No usable site answers on port ${config.port}.`);
  }
});
