import { isIPv6 } from 'node:net';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { Config } from './config.ts';
import { createErrorReports, type ErrorReports } from './integrations/outbound.ts';
import { createTerminal } from './start/terminal.mjs';

/** Minimum time between reports of the same error outside of requests, in milliseconds. */
const REPORT_INTERVAL_MS = MINUTE_MS;
/** Maximum number of errors whose last report is stored. */
const REPORTED_ERRORS_MAX = 1_000;

/** Number of errors that count as a burst if all of them happen within BURST_MS. */
const BURST_ERRORS = 20;
const BURST_MS = 600_000;

export interface RecentErrors {
  /** Returns the number of errors in the last minutes if there were many, or null. */
  findBurst(): { count: number; minutes: number; last: string } | null;
}

/** Log of the process, with error reports if a collector is configured. */
export interface Reporting {
  log: Logger;
  reports: ErrorReports | null;
  errors: RecentErrors;
}

type LogConfig = Pick<Config, 'logLevel' | 'logFormat' | 'accessLog' | 'errorReports' | 'mode'>;

/**
 * Creates a log that writes to standard output without secrets, as text for people or as JSON lines.
 * Also sends errors of requests and workers to the collector, at every log level.
 */
export function createReporting(config: LogConfig): Reporting {
  const { errorReports, mode } = config;
  const onError = (error: unknown) => log.warn({ err: error }, 'error reports cannot be delivered');
  const reports = errorReports && createErrorReports(errorReports, mode, onError);
  const send = reports ? createReporter(reports) : () => undefined;
  const recent: { at: number; text: string }[] = [];
  const log = createLog(config, (error) => {
    recent.push({ at: performance.now(), text: describeError(error) });
    if (recent.length > BURST_ERRORS) recent.shift();
    send(error);
  });
  const errors: RecentErrors = {
    findBurst() {
      const [first] = recent;
      if (!first || recent.length < BURST_ERRORS) return null;
      if (performance.now() - first.at > BURST_MS) return null;
      const last = recent.at(-1)?.text ?? '';
      return { count: recent.length, minutes: BURST_MS / MINUTE_MS, last };
    },
  };
  return { log, reports, errors };
}

interface LoggedError {
  fields: Record<string, unknown>;
  message: string;
  requestId: string | undefined;
}

function describeError({ fields, message }: LoggedError): string {
  const { err } = fields;
  const detail = err instanceof Error ? `${message}: ${err.message}` : message;
  return redactPersonalData(detail);
}

function createReporter(reports: ErrorReports) {
  const sentAt = new Map<string, number>();
  return ({ fields, message, requestId }: LoggedError): void => {
    const { err, stack, where = message } = fields;
    const error = err === undefined ? null : err instanceof Error ? err : new Error(String(err));
    const report = {
      from: 'server' as const,
      type: error?.name ?? 'Error',
      message: redactPersonalData(error?.message ?? message),
      stack: redactPersonalData(error?.stack ?? String(stack ?? '')),
      where: String(where),
      ...(requestId !== undefined && { requestId }),
    };
    if (requestId === undefined) {
      const key = `${report.where} ${report.message}`;
      const now = performance.now();
      if (now - (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPORT_INTERVAL_MS) return;
      if (sentAt.size >= REPORTED_ERRORS_MAX) sentAt.clear();
      sentAt.set(key, now);
    }
    reports.send(report);
  };
}

/** Removes possible personal data from a text: email addresses, IP addresses and queries. */
export function redactPersonalData(text: string): string {
  return text
    .replace(/(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'():]+\.[a-z]{2,}/gi, '[email]')
    .replace(/(?<![\w:.])[\da-f:.]+(?!\w)/gi, redactIPv6)
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[IP address]')
    .replace(/([?#])[^\s:)"']+/g, '$1…');
}

/** Replaces an IPv6 address, which may be followed by a port or the end of a sentence. */
function redactIPv6(text: string): string {
  const ends = [text.length, text.lastIndexOf(':'), text.length - 1];
  const end = ends.find((length) => isIPv6(text.slice(0, length)));
  // Two colons alone are more often an operator than an address.
  return end === undefined || end === 2 ? text : `[IP address]${text.slice(end)}`;
}

/**
 * Returns the path of a request for the log. Removes the query, which may contain a code or an email
 * address, and the secrets in URLs of draft links and downloads. Encodes characters outside of ASCII and
 * control characters, which could control a terminal.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path
    .replace(/^\/preview\/.+/i, '/preview/[link]')
    .replace(/^\/api\/downloads\/.+/i, '/api/downloads/[token]')
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

const ERROR = pino.levels.values.error ?? 50;

function createLog(
  { logLevel, logFormat, accessLog }: LogConfig,
  report: (error: LoggedError) => void,
): Logger {
  // The level 'silent' has no number.
  const minimumLevel = pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY;
  const options: LoggerOptions = {
    // Pino calls the hook only for messages at this level or above, and the hook needs all errors.
    level: minimumLevel > ERROR ? 'error' : logLevel,
    hooks: {
      logMethod(parts, write, level) {
        if (level >= ERROR) {
          const [first, second] = parts as unknown[];
          const fields = typeof first === 'object' ? { ...first } : {};
          const message = String(typeof first === 'string' ? first : (second ?? ''));
          const { reqId } = this.bindings();
          report({ fields, message, requestId: reqId === undefined ? reqId : String(reqId) });
        }
        const isTooLow = level < minimumLevel && this.levelVal === ERROR;
        if (!isTooLow) write.apply(this, parts);
      },
    },
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'password',
        'secret',
        '*.password',
        '*.accesstoken',
      ],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: loggedPath(request.url),
      }),
    },
  };
  if (logFormat === 'json') return pino(options);
  const isVerbose = accessLog || ['debug', 'trace'].includes(logLevel);
  return pino(options, createTerminal(process.stdout, { isVerbose }));
}
