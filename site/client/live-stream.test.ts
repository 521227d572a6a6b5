import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from './live-stream.ts';

/** Stands for the browser's: what the API says, the test says. */
class TestSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: TestSource[] = [];
  readyState = 1;

  constructor() {
    super();
    TestSource.opened.push(this);
  }

  close(): void {
    this.readyState = TestSource.CLOSED;
  }

  say(event: string, data: unknown = null): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

let refreshes: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', TestSource);
  TestSource.opened = [];
  refreshes = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answerRefreshWith = (status: number) =>
  vi.stubGlobal('fetch', async () => {
    refreshes += 1;
    return new Response('{}', { status });
  });

const latest = () => TestSource.opened.at(-1) as TestSource;

/** The connection is there; the API carries what is personal, or not any more. */
async function connect(carried: 'carried' | 'refused'): Promise<void> {
  latest().dispatchEvent(new Event('open'));
  if (carried === 'carried') latest().say('me', { type: 'notifications', unread: 1 });
  else latest().say('refused', ['me']);
  // The client of the API is fetched with the first refusal.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(500);
}

async function openPersonal(): Promise<void> {
  openStream({ event: () => undefined, state: () => undefined }).carry(['me']);
  await vi.advanceTimersByTimeAsync(100);
}

describe('what is personal on the stream', () => {
  it('comes back after every sleep of the computer, not only after the first', async () => {
    answerRefreshWith(200);
    await openPersonal();
    for (const sleeps of [1, 2, 3]) {
      await connect('carried');
      // The browser connects again by itself; by then the token has ended.
      await connect('refused');
      expect([refreshes, TestSource.opened.length]).toEqual([sleeps, sleeps + 1]);
    }
  });

  it('stays silent where the session has ended', async () => {
    answerRefreshWith(401);
    await openPersonal();
    await connect('refused');
    await vi.advanceTimersByTimeAsync(600_000);
    expect([refreshes, TestSource.opened.length]).toEqual([1, 1]);
  });

  it('is asked for again where the refresh had no answer', async () => {
    answerRefreshWith(503);
    await openPersonal();
    await connect('refused');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(TestSource.opened.length).toBeGreaterThan(1);
    answerRefreshWith(200);
    await connect('refused');
    const { length } = TestSource.opened;
    await connect('carried');
    expect(TestSource.opened.length).toBe(length);
  });
});
