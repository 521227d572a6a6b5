import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Delivery, Mailer } from './mailer.ts';

/**
 * Creates the file transport. Writing a message twice results in one file, so its delivery is never
 * unknown.
 */
export function createFolderMailer(folder: string): Mailer {
  return {
    deliver: async ({ name, bytes }): Promise<Delivery> => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = path.join(folder, `.${name}.${randomUUID()}.tmp`);
        // Emails are private: only the owner of the process may read them.
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
