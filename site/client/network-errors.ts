/** Messages for failed requests, the same on every page. */

/** `absent`: the host serves static files, and the API is unavailable. */
export type NetworkFailure =
  | { kind: 'offline' | 'unreachable' | 'absent' }
  /** `changes`: true if the server may have carried out the request although it timed out. */
  | { kind: 'slow'; changes: boolean }
  /** `message` is the message of the API. */
  | { kind: 'server' | 'limit'; message: string; seconds: number | null };

const INPUT_IS_SAFE = 'Your input is safe. Please try again';

/** Returns the message for a failed request: the problem and the next step. */
export function errorMessage(failure: NetworkFailure): string {
  switch (failure.kind) {
    case 'offline':
      return `You are offline. ${INPUT_IS_SAFE} when you are connected.`;
    case 'unreachable':
      return `The server is not responding. ${INPUT_IS_SAFE} in a moment.`;
    case 'absent':
      return `The server is unavailable. ${INPUT_IS_SAFE} later.`;
    case 'slow':
      return failure.changes
        ? 'The server is taking too long. Your request may still have gone through; please check before trying again.'
        : `The server is taking too long. ${INPUT_IS_SAFE} in a moment.`;
    case 'server':
      return `${withoutAdvice(failure.message)} ${INPUT_IS_SAFE} ${formatDelay(failure.seconds)}.`;
    case 'limit':
      return `${withoutAdvice(failure.message)} Please try again ${formatDelay(failure.seconds)}.`;
  }
}

/** Removes the advice of the API, because Retry-After is more exact. */
function withoutAdvice(message: string): string {
  const advice = message.slice(Math.max(0, message.lastIndexOf(' Please ')));
  return /^ Please (wait|try again)[^.]*\.$/.test(advice)
    ? message.slice(0, -advice.length)
    : message;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

function formatDelay(seconds: number | null): string {
  if (seconds === null) return 'in a moment';
  const [count, unit] =
    seconds < 2 * MINUTE_S
      ? [seconds, 'second']
      : seconds < 2 * HOUR_S
        ? [Math.ceil(seconds / MINUTE_S), 'minute']
        : [Math.ceil(seconds / HOUR_S), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns the seconds of a Retry-After header, which contains seconds or a date; null if it is invalid. */
export function retryAfterSeconds(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : null;
}
