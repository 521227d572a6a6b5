import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#contracts/durations.ts';

/** Parsed DSN: the destination of the reports. */
export interface ErrorReportTarget {
  /** https://host/api/42/envelope/ */
  url: string;
  key: string;
}

/** An error without anything about a person. */
interface ErrorReport {
  from: 'browser' | 'server';
  /** 'TypeError'. */
  type: string;
  message: string;
  stack: string;
  /** Path of the page or pattern of the route. */
  where: string;
  requestId?: string;
}

/** Duration of a request, as a trace. */
interface Trace {
  /** Method and pattern of the route. */
  name: string;
  status: number;
  durationMs: number;
}

export interface ErrorReports {
  send(report: ErrorReport): void;
  trace(trace: Trace): void;
  close(): Promise<void>;
}

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

interface Collector {
  add(view: CollectedView): void;
  close(): Promise<void>;
}

/** Milliseconds that a service may take to respond. */
const TIMEOUT_MS = 5000;
/** Failures in a row that open the circuit breaker. */
const FAILURES_MAX = 5;
const REST_MS = MINUTE_MS;
/** Maximum number of simultaneous requests; further ones are dropped. */
const SIMULTANEOUS_MAX = 4;

/** Sender of data to a configured URL in the background. */
export interface Outbound {
  /** Sends, or drops it while the service is down. */
  send(body: string): void;
  /** Waits for pending calls. */
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
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`responded with ${response.status}`);
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

/** Sends errors as Sentry's envelopes, which other collectors of errors understand too. */
export function createErrorReports(
  { url, key }: ErrorReportTarget,
  environment: string,
  failed: (error: unknown) => void,
): ErrorReports {
  const outbound = createOutbound({
    url,
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=personal-site/1.0, sentry_key=${key}`,
    },
    failed,
  });
  return {
    send: (report) => outbound.send(envelopeOf('event', { environment, ...eventOf(report) })),
    trace: (trace) =>
      outbound.send(envelopeOf('transaction', { environment, ...transactionOf(trace) })),
    close: () => outbound.close(),
  };
}

function envelopeOf(type: 'event' | 'transaction', item: object): string {
  const id = randomUUID().replaceAll('-', '');
  const head = { event_id: id, sent_at: new Date().toISOString() };
  const lines = [head, { type }, { event_id: id, ...item }];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

function eventOf(report: ErrorReport) {
  return {
    timestamp: Date.now() / 1000,
    platform: report.from === 'browser' ? 'javascript' : 'node',
    level: 'error',
    logger: report.from,
    transaction: report.where,
    ...(report.requestId && { tags: { request_id: report.requestId } }),
    exception: {
      values: [
        {
          type: report.type,
          value: report.message,
          stacktrace: { frames: framesOf(report.stack) },
        },
      ],
    },
  };
}

function transactionOf({ name, status, durationMs }: Trace) {
  const timestamp = Date.now() / 1000;
  return {
    timestamp,
    start_timestamp: timestamp - durationMs / 1000,
    platform: 'node',
    transaction: name,
    contexts: {
      trace: {
        trace_id: randomUUID().replaceAll('-', ''),
        span_id: randomUUID().replaceAll('-', '').slice(0, 16),
        op: 'http.server',
        status: status < 400 ? 'ok' : status < 500 ? 'invalid_argument' : 'internal_error',
      },
    },
  };
}

/** Oldest first, as that format wants it; of V8's stacks and of the other browsers'. */
function framesOf(stack: string) {
  return stack
    .split('\n')
    .flatMap((line) => frameOf(line.trim()) ?? [])
    .reverse();
}

/** Reads `at name (file:1:2)`, `at file:1:2` or `name@file:1:2`; null for any other line. */
function frameOf(line: string) {
  const place = /(?<![^@()\s])([^@()\s]+):(\d+):(\d+)\)?$/.exec(line);
  if (!place) return null;
  const [, filename, lineNumber, column] = place;
  const before = line.slice(0, place.index).replace(/^at /, '');
  if (before !== '' && !/[@(]$/.test(before)) return null;
  const name = before.slice(0, -1).trimEnd();
  return { function: name || '?', filename, lineno: Number(lineNumber), colno: Number(column) };
}
