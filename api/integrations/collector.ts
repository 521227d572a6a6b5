import { createOutbound } from './outbound.ts';

/** Milliseconds that views wait for each other, and the most that go in one call. */
const GATHER_MS = 1000;
const VIEWS_MAX = 500;

/** Page view as sent to an external collector, without personal data. */
export interface CollectedView {
  /** ISO 8601, UTC. */
  at: string;
  path: string;
  query: string;
  /** Host, or ''. */
  referrer: string;
}

export interface Collector {
  add(view: CollectedView): void;
  close(): Promise<void>;
}

/** Sends page views to the owner's collector: `{ site, views }` as JSON, at most once a second. */
export function createCollector(
  { url, site }: { url: string; site: string },
  failed: (error: unknown) => void,
): Collector {
  const outbound = createOutbound({ url, headers: { 'content-type': 'application/json' }, failed });
  let waiting: CollectedView[] = [];
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) outbound.send(JSON.stringify({ site, views: waiting }));
    waiting = [];
  }
  return {
    add(view) {
      if (waiting.length >= VIEWS_MAX) return;
      waiting.push(view);
      timer ??= setTimeout(send, GATHER_MS).unref();
    },
    async close() {
      send();
      await outbound.close();
    },
  };
}
