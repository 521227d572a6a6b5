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
