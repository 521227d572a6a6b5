import { ConfigInvalid } from '../config.ts';
import { UnsupportedDatabase } from '../db/migrate.ts';

/** An error that the caller of the command can correct; the message is a sentence. */
export class CommandRefused extends Error {}

const expectedErrors = new Set<unknown>([CommandRefused, ConfigInvalid, UnsupportedDatabase]);

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
