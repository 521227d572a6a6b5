import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from './live.ts';

/** Fake of the browser's EventSource. The test sends the events of the API. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;

  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  receive(event: string, data: unknown = null): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

let refreshes: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.opened = [];
  refreshes = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const respondToRefreshWith = (status: number) =>
  vi.stubGlobal('fetch', async () => {
    refreshes += 1;
    return new Response('{}', { status });
  });

const latest = () => FakeEventSource.opened.at(-1) as FakeEventSource;

/** Opens the connection. The API accepts or refuses the personal channel. */
async function connect(result: 'accepted' | 'refused'): Promise<void> {
  latest().dispatchEvent(new Event('open'));
  if (result === 'accepted') latest().receive('me', { type: 'notifications', unread: 1 });
  else latest().receive('refused', ['me']);
  // The first refusal loads the API client.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(500);
}

async function openPersonalChannel(): Promise<void> {
  openStream({ event: () => undefined, connection: () => undefined }).setChannels(['me']);
  await vi.advanceTimersByTimeAsync(100);
}

describe('the personal channel of the stream', () => {
  it('refreshes the access token each time that the computer wakes up', async () => {
    respondToRefreshWith(200);
    await openPersonalChannel();
    for (const sleeps of [1, 2, 3]) {
      await connect('accepted');
      // The browser reconnects automatically, after the token has expired.
      await connect('refused');
      expect([refreshes, FakeEventSource.opened.length]).toEqual([sleeps, sleeps + 1]);
    }
  });

  it('does not reconnect if the session has ended', async () => {
    respondToRefreshWith(401);
    await openPersonalChannel();
    await connect('refused');
    await vi.advanceTimersByTimeAsync(600_000);
    expect([refreshes, FakeEventSource.opened.length]).toEqual([1, 1]);
  });

  it('reconnects if the refresh failed', async () => {
    respondToRefreshWith(503);
    await openPersonalChannel();
    await connect('refused');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeEventSource.opened.length).toBeGreaterThan(1);
    respondToRefreshWith(200);
    await connect('refused');
    const { length } = FakeEventSource.opened;
    await connect('accepted');
    expect(FakeEventSource.opened.length).toBe(length);
  });
});
