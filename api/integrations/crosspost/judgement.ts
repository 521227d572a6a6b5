import type { Outcome } from './client.ts';
import { type Answer, retryAfterOf, wordsOf } from './transport.ts';

type Refusal = Exclude<Outcome, { end: 'sent' }>;

/**
 * What an answer means for a call that was to post something, unless it is a success. Certain are
 * only those of the 4xx, by which a service says that it did not do it; whatever a 5xx, a redirect
 * or a success without its documented parts stand for, the post may be there.
 * @param name of the service, for people
 */
export function judge(answer: Answer, name: string): Refusal {
  if (answer.kind === 'unsent') {
    return { end: 'failed', reason: answer.reason, mayRetry: true, retryAfter: null };
  }
  if (answer.kind === 'lost') return { end: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  const words = wordsOf(body);
  const reason = `${name} answered ${status}${words === '' ? '' : `: ${words}`}`;
  if (status === 401) {
    return {
      end: 'failed',
      reason: `${name} does not accept the sign-in any more. Please connect it again.`,
      mayRetry: false,
      retryAfter: null,
      refused: true,
    };
  }
  if (status === 429) {
    return {
      end: 'failed',
      reason: `${name} asks for a pause.`,
      mayRetry: true,
      retryAfter: retryAfterOf(answer),
    };
  }
  // 408: the service gave up waiting for the rest, wherever it was with it.
  if (status >= 400 && status < 500 && status !== 408) {
    return { end: 'failed', reason, mayRetry: false, retryAfter: null };
  }
  return { end: 'unknown', reason };
}
