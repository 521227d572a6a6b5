import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, refreshSession } from './api-client.ts';

/** Milliseconds in which the server returns the same new token again. */
const OVERLAP_MS = 15_000;

type Outcome = number | 'lost' | 'silence';

/** Times of the requests, in milliseconds since the start of the test. */
let requestTimes: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    const reason = new DOMException('', 'TimeoutError');
    setTimeout(() => controller.abort(reason), milliseconds);
    return controller.signal;
  });
  requestTimes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function respondWith(...outcomes: Outcome[]): void {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    requestTimes.push(Date.now());
    const outcome = outcomes[requestTimes.length - 1];
    if (outcome === 'lost') throw new TypeError('Failed to fetch');
    if (typeof outcome === 'number') return new Response('{}', { status: outcome });
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
}

/** Runs a refresh with all its retries. @returns the status of the error; null on success */
async function refresh(): Promise<number | null> {
  const result = refreshSession(1).then(
    () => null,
    (error) => (error instanceof ApiError ? error.status : Promise.reject(error)),
  );
  await vi.runAllTimersAsync();
  return result;
}

describe('refreshSession', () => {
  it.each<[string, Outcome[], number | null, number[]]>([
    ['stops after the first response', [200], null, [0]],
    ['retries if the response is lost', ['lost', 200], null, [0, 1000]],
    ['retries twice if the second response fails too', ['lost', 502, 200], null, [0, 1000, 4000]],
    ['times out after four seconds', ['silence', 200], null, [0, 5000]],
    ['fails after three timeouts', ['silence', 'silence', 'silence'], 0, [0, 5000, 12_000]],
    ['does not retry after a 401', [401], 401, [0]],
  ])('%s', async (_title, outcomes, failure, times) => {
    respondWith(...outcomes);
    expect([await refresh(), requestTimes]).toEqual([failure, times]);
    expect(requestTimes.every((time) => time < OVERLAP_MS)).toBe(true);
  });
});
