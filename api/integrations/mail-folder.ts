import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Delivery, Mailer } from './mailer.ts';

/**
 * Writes messages into a folder. A message written twice is one file, so its end is never unknown
 * and nobody has to be asked before.
 */
export function createFolderMailer(folder: string): Mailer {
  return {
    deliver: async ({ name, bytes }): Promise<Delivery> => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = path.join(folder, `.${name}.${randomUUID()}.tmp`);
        // A mail is a private letter: nobody but the owner of the process reads it.
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, path.join(folder, `${name}.eml`));
        return { end: 'sent', answer: 'Saved to the mail folder.' };
      } catch (error) {
        const answer = `The mail folder is not writable: ${(error as Error).message}`;
        return { end: 'later', answer, trouble: 'server' };
      }
    },
    rest: () => undefined,
    cutOff: () => undefined,
  };
}
