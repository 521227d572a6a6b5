import { afterEach, expect, it, vi } from 'vitest';
import { callApi, retryAfterSeconds } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

const lost = new TypeError('Failed to fetch');
const timeout = new DOMException('', 'TimeoutError');
const answer = (status: number, msg: string | null, retryAfter?: number) =>
  new Response(msg && JSON.stringify({ msg }), {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
const limit = (retryAfter?: number) =>
  answer(429, 'Too many sign-in attempts. Please try again later.', retryAfter);

/** Returns the message of a request that fails. */
function messageOf(
  outcome: Error | Response,
  options: { body?: unknown; hasInput?: boolean },
  { onLine = true, method = 'PUT' as 'GET' | 'PUT' } = {},
): Promise<string> {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', async () => {
    if (outcome instanceof Response) return outcome;
    throw outcome;
  });
  return callApi(method, '/api', { ...options, retry: false }).then(
    () => '',
    ({ message }) => message,
  );
}

it.each([
  [lost, 'The server is not responding. Your input is safe. Please try again in a moment.'],
  [
    timeout,
    'The server is taking too long. Your request may still have gone through; please check before trying again.',
  ],
  [
    answer(500, 'Something went wrong on our side. The error has been logged.'),
    'Something went wrong on our side. The error has been logged. Your input is safe. Please try again in a moment.',
  ],
  [
    answer(503, 'The server is busy. Please try again in a moment.', 1),
    'The server is busy. Your input is safe. Please try again in 1 second.',
  ],
  [
    answer(502, null),
    'Something went wrong on the server (502). Your input is safe. Please try again in a moment.',
  ],
  [answer(404, null), 'The server is unavailable. Your input is safe. Please try again later.'],
  [limit(90), 'Too many sign-in attempts. Please try again in 90 seconds.'],
  [limit(600), 'Too many sign-in attempts. Please try again in 10 minutes.'],
  [limit(3 * 3600), 'Too many sign-in attempts. Please try again in 3 hours.'],
  [limit(), 'Too many sign-in attempts. Please try again in a moment.'],
])('shows %s as %j', async (outcome, message) => {
  expect(await messageOf(outcome, { body: {} })).toBe(message);
});

it('says that the browser is offline', async () => {
  expect(await messageOf(lost, { body: {} }, { onLine: false })).toBe(
    'You are offline. Your input is safe. Please try again when you are connected.',
  );
});

it('mentions no input if the user has typed none', async () => {
  const message = 'The server is not responding. Please try again in a moment.';
  expect(await messageOf(lost, {}, { method: 'GET' })).toBe(message);
  expect(await messageOf(lost, { body: {}, hasInput: false })).toBe(message);
  expect(await messageOf(timeout, {}, { method: 'GET' })).toBe(
    'The server is taking too long. Please try again in a moment.',
  );
});

it.each([
  [null, null],
  ['30', 30],
  ['0', 1],
  ['Thu, 15 Jan 2026 12:01:00 GMT', 60],
  ['Thu, 15 Jan 2026 11:00:00 GMT', 1],
  ['soon', null],
])('reads Retry-After %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.UTC(2026, 0, 15, 12))).toBe(seconds);
});
