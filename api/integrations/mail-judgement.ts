import type { NodemailerError } from 'nodemailer';
import type { Delivery } from './mailer.ts';

/** RFC 5321: the message is too large, which no other message need be. */
const TOO_LARGE = 552;

/**
 * Classifies a failure. A reply of the server is final; without one, the server may have the
 * message if its content was sent.
 */
export function classifyFailure(error: NodemailerError, handedOver: boolean): Delivery {
  const { responseCode = 0, command } = error;
  const answer = wordsOf(error);
  if (responseCode < 400) {
    if (handedOver) return { end: 'unknown', answer };
    return isAboutMessage(error)
      ? { end: 'refused', answer }
      : { end: 'later', answer, trouble: 'server' };
  }
  // Replies before the recipient apply to every message.
  const general =
    command !== 'RCPT TO' &&
    command !== 'DATA' &&
    !(command === 'MAIL FROM' && responseCode === TOO_LARGE);
  if (general && !handedOver) {
    return { end: 'later', answer: `${command}: ${answer}`, trouble: 'server' };
  }
  return responseCode < 500
    ? { end: 'later', answer, trouble: 'message' }
    : { end: 'refused', answer };
}

/** True if the client found that this message cannot be sent. */
function isAboutMessage({ code }: NodemailerError): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** Returns the message for the history, shortened and without possible passwords. */
function wordsOf({ response, message }: NodemailerError): string {
  const words = (response || message).replace(/\s+/g, ' ').trim();
  return words.length > 300 ? `${words.slice(0, 299)}…` : words;
}
