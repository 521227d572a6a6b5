/** Why an answer did not come, and the one way in which every page says so. */

/** `absent`: a host of files answers, and nothing behind it. */
export type Trouble =
  | { kind: 'offline' | 'unreachable' | 'absent' }
  /** `changes`: what was asked for may have happened all the same. */
  | { kind: 'slow'; changes: boolean }
  | { kind: 'server' | 'limit'; said: string; seconds: number | null };

const NOTHING_LOST = 'Your input is safe. Please try again';

/** One or two sentences: what is off, and what to do. */
export function sentenceOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'offline':
      return `You are offline. ${NOTHING_LOST} when you are connected.`;
    case 'unreachable':
      return `The server is not responding. ${NOTHING_LOST} in a moment.`;
    case 'absent':
      return `The server is unavailable. ${NOTHING_LOST} later.`;
    case 'slow':
      return trouble.changes
        ? 'The server is taking too long. Your request may still have gone through; please check before trying again.'
        : `The server is taking too long. ${NOTHING_LOST} in a moment.`;
    case 'server':
      return `${withoutAdvice(trouble.said)} ${NOTHING_LOST} ${inWords(trouble.seconds)}.`;
    case 'limit':
      return `${withoutAdvice(trouble.said)} Please try again ${inWords(trouble.seconds)}.`;
  }
}

/** What the API advises itself is less exact than what Retry-After says. */
function withoutAdvice(said: string): string {
  const advice = said.slice(Math.max(0, said.lastIndexOf(' Please ')));
  return /^ Please (wait|try again)[^.]*\.$/.test(advice) ? said.slice(0, -advice.length) : said;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

function inWords(seconds: number | null): string {
  if (seconds === null) return 'in a moment';
  const [count, unit] =
    seconds < 2 * MINUTE_S
      ? [seconds, 'second']
      : seconds < 2 * HOUR_S
        ? [Math.ceil(seconds / MINUTE_S), 'minute']
        : [Math.ceil(seconds / HOUR_S), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Seconds that an answer asks to wait, whether it says so in seconds or as a date. */
export function secondsToWait(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : null;
}
