import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, refreshSession } from './api-client.ts';

/** The server gives a lost token again for so long. Milliseconds. */
const OVERLAP_MS = 15_000;

type Answer = number | 'lost' | 'silence';

/** When the API was asked, in milliseconds since the beginning. */
let asked: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    const reason = new DOMException('', 'TimeoutError');
    setTimeout(() => controller.abort(reason), milliseconds);
    return controller.signal;
  });
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerWith(...answers: Answer[]): void {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    asked.push(Date.now());
    const answer = answers[asked.length - 1];
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (typeof answer === 'number') return new Response('{}', { status: answer });
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
}

/** Refreshes to the end. @returns the status of what went wrong; null where nothing did */
async function refresh(): Promise<number | null> {
  const ended = refreshSession(1).then(
    () => null,
    (error) => (error instanceof ApiError ? error.status : Promise.reject(error)),
  );
  await vi.runAllTimersAsync();
  return ended;
}

describe('a fresh access token', () => {
  it.each<[string, Answer[], number | null, number[]]>([
    ['comes with the first answer', [200], null, [0]],
    ['is asked for again when the answer is lost', ['lost', 200], null, [0, 1000]],
    ['is asked for once more when that is lost too', ['lost', 502, 200], null, [0, 1000, 4000]],
    ['is not waited for long', ['silence', 200], null, [0, 5000]],
    ['is given up', ['silence', 'silence', 'silence'], 0, [0, 5000, 12_000]],
    ['is not asked for twice by whom the API refuses', [401], 401, [0]],
  ])('%s', async (_what, answers, failure, times) => {
    answerWith(...answers);
    expect([await refresh(), asked]).toEqual([failure, times]);
    expect(asked.every((time) => time < OVERLAP_MS)).toBe(true);
  });
});
