import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Email with its SMTP envelope and its bytes. */
export interface Message {
  /** Name for files, without a character that means anything in a path. */
  name: string;
  from: string;
  to: string;
  bytes: Buffer;
}

/**
 * Result of a delivery.
 * - `later`: the server certainly does not have the message, and it can be retried. With the value
 *   `server`, other messages would have failed, too.
 * - `refused`: the server rejects this message permanently.
 * - `unknown`: the server may have the message.
 */
export type Delivery =
  | { end: 'sent'; answer: string }
  | { end: 'later'; answer: string; trouble: 'server' | 'message' }
  | { end: 'refused'; answer: string }
  | { end: 'unknown'; answer: string };

export interface Mailer {
  /**
   * Delivers a message. Returns failures instead of throwing.
   * @param handOver called right before the server can have the message; if it returns false,
   *   the message is not sent
   */
  deliver(message: Message, handOver: () => Promise<boolean>): Promise<Delivery>;
  /** Closes connections that are reused between messages. */
  rest(): void;
  /** Aborts the current delivery, which then returns its result. */
  cutOff(): void;
}

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
