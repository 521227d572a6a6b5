import { type CallResult, getErrorMessage, getRetryAfter } from './transport.ts';
import type { Outcome } from './types.ts';

type FailedOutcome = Exclude<Outcome, { end: 'sent' }>;

/**
 * Classifies an unsuccessful result of a call that posts something.
 * Only 4xx responses mean that nothing was posted; after a 5xx, a redirect or an undocumented
 * success it may exist.
 * @param name name of the service, for messages
 */
export function classifyResponse(result: CallResult, name: string): FailedOutcome {
  if (result.kind === 'unsent') {
    return { end: 'failed', reason: result.reason, mayRetry: true, retryAfter: null };
  }
  if (result.kind === 'lost') return { end: 'unknown', reason: result.reason };
  const { status, body } = result;
  const message = getErrorMessage(body);
  const reason = `${name} answered ${status}${message === '' ? '' : `: ${message}`}`;
  if (status === 401) {
    return {
      end: 'failed',
      reason: `${name} no longer accepts the connection. Please reconnect.`,
      mayRetry: false,
      retryAfter: null,
      refused: true,
    };
  }
  if (status === 429) {
    return {
      end: 'failed',
      reason: `${name} asked us to wait (rate limit).`,
      mayRetry: true,
      retryAfter: getRetryAfter(result),
    };
  }
  // 408: the service may have processed a part of the request.
  if (status >= 400 && status < 500 && status !== 408) {
    return { end: 'failed', reason, mayRetry: false, retryAfter: null };
  }
  return { end: 'unknown', reason };
}
