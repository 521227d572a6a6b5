import { randomUUID } from 'node:crypto';
import { createOutbound } from './outbound.ts';

/** Parsed DSN: the destination of the reports. */
export interface ErrorReportTarget {
  /** https://host/api/42/envelope/ */
  url: string;
  key: string;
}

/** An error without anything about a person. */
export interface ErrorReport {
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
export interface Trace {
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
  return {
    function: name || '?',
    filename,
    lineno: Number(lineNumber),
    colno: Number(column),
  };
}
