/** Milliseconds that a service may take to answer. */
const PATIENCE_MS = 5000;
/** Failures in a row that open the circuit breaker. */
const FAILURES_MAX = 5;
const REST_MS = 60_000;
/** Maximum number of simultaneous requests; further ones are dropped. */
const SIMULTANEOUS_MAX = 4;

/** Sender of data to a configured URL in the background. */
export interface Outbound {
  /** Sends, or drops it while the service is down. */
  send(body: string): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

interface OutboundOptions {
  url: string;
  headers: Record<string, string>;
  /** Called once when the service starts to fail. */
  failed: (error: unknown) => void;
}

/**
 * Creates a sender with a timeout and a circuit breaker. It follows no redirects, so that only the
 * configured host is contacted.
 */
export function createOutbound({ url, headers, failed }: OutboundOptions): Outbound {
  const underway = new Set<Promise<void>>();
  let failures = 0;
  let restUntil = 0;

  async function post(body: string): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) failed(error);
      if (failures >= FAILURES_MAX) restUntil = performance.now() + REST_MS;
    }
  }

  return {
    send(body) {
      if (performance.now() < restUntil || underway.size >= SIMULTANEOUS_MAX) return;
      const sent: Promise<void> = post(body).finally(() => underway.delete(sent));
      underway.add(sent);
    },
    async close() {
      await Promise.all(underway);
    },
  };
}
