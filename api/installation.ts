import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Version of the product, from package.json; see docs/changelog.md. */
export const { version } = manifest.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);

/** File of a clone that packages of `make package` lack, because they do not use npm. */
const LOCK_FILE = new URL('../package-lock.json', import.meta.url);

/** True if this code runs from a clone, false if from a package. */
export const isClone = existsSync(LOCK_FILE);

/** Returns the command line for a command of this project, such as `make backup` for `backup`. */
export const commandLine = (command: string): string =>
  `${isClone ? 'make' : 'personal-site'} ${command}`;
