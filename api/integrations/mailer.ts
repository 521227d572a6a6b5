/** A mail as mail servers know it: who sends it to whom, and its bytes. */
export interface Message {
  /** Name for files, without a character that means anything in a path. */
  name: string;
  from: string;
  to: string;
  bytes: Buffer;
}

/**
 * How handing a message over ended.
 * - `later`: the other side certainly does not have it, and it may be tried again. With `server` no
 *   other message would have got further.
 * - `refused`: it does not want this message, now or ever.
 * - `unknown`: it may have it or not.
 */
export type Delivery =
  | { end: 'sent'; answer: string }
  | { end: 'later'; answer: string; trouble: 'server' | 'message' }
  | { end: 'refused'; answer: string }
  | { end: 'unknown'; answer: string };

export interface Mailer {
  /**
   * Hands a message over. Says how that ended instead of throwing.
   * @param handOver is asked right before the other side can have the message; with false, nothing
   *   of it leaves
   */
  deliver(message: Message, handOver: () => Promise<boolean>): Promise<Delivery>;
  /** Lets go of what is kept open between messages. */
  rest(): void;
  /** Cuts off what is under way, which then says how that ended. */
  cutOff(): void;
}
