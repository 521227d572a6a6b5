import { ConfigInvalid } from '../config.ts';
import { UnsupportedDatabase } from '../db/migrate.ts';

/** What the one who typed the command can put right; the message is a sentence. */
export class CommandRefused extends Error {}

const sentences = new Set<unknown>([CommandRefused, ConfigInvalid, UnsupportedDatabase]);

/**
 * Runs a command. Errors of the kinds given are told in their sentence, others with their stack;
 * either way the exit code is 1.
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
    const known =
      error instanceof Error &&
      (sentences.has(error.constructor) || kinds.some((kind) => error instanceof kind));
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
