import type { Database, Queryable } from '../db/database.ts';

/** Message to many recipients, which is written for a batch of them at a time. */
export interface FanOut<Message, Recipient> {
  /** Recipients per transaction; small enough not to delay other writes. */
  batch: number;
  /** Returns the oldest message that is not written for all recipients. */
  findMessage(query: Queryable): Message | undefined;
  /** Lists the next recipients after the stored progress. */
  listRecipients(transaction: Queryable, message: Message, limit: number): Recipient[];
  write(transaction: Queryable, message: Message, recipient: Recipient): void;
  /** @param progress.last last recipient of the batch, if it has any */
  storeProgress(
    transaction: Queryable,
    message: Message,
    progress: { last: Recipient | undefined; isDone: boolean },
  ): void;
}

/**
 * Writes the next batch of a fan-out in one transaction with its progress, so that the next process
 * after a crash neither skips nor repeats a recipient.
 * @returns false if there is no message to write
 */
export async function writeNextBatch<Message, Recipient>(
  database: Database,
  fanOut: FanOut<Message, Recipient>,
): Promise<boolean> {
  if (fanOut.findMessage(database.query) === undefined) return false;
  return database.write((transaction) => {
    const message = fanOut.findMessage(transaction);
    if (message === undefined) return false;
    const recipients = fanOut.listRecipients(transaction, message, fanOut.batch);
    for (const recipient of recipients) fanOut.write(transaction, message, recipient);
    const isDone = recipients.length < fanOut.batch;
    fanOut.storeProgress(transaction, message, { last: recipients.at(-1), isDone });
    return true;
  });
}
