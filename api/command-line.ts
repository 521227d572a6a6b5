import { existsSync } from 'node:fs';

/** A clone has it. A package made by `make package` does not: npm is not used there. */
const LOCK_FILE = new URL('../package-lock.json', import.meta.url);

/** Whether this code runs from a clone, and not from a package. */
export const isClone = existsSync(LOCK_FILE);

/** Returns what an owner types for a command of this project, such as `backup`. */
export const commandLine = (command: string): string =>
  `${isClone ? 'make' : 'personal-site'} ${command}`;
