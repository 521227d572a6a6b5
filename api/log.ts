import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { createErrorReports, type ErrorReports } from './integrations/error-reports.ts';
import { createTerminal } from './start/terminal.mjs';

/** Milliseconds within which a loop that fails again and again is reported once. */
const REPORT_AGAIN_MS = 60_000;
/** Different failures of loops that are remembered. */
const REMEMBERED = 1_000;

/** Number of errors that count as a burst if all of them happen within BURST_MS. */
const BURST_ERRORS = 20;
const BURST_MS = 600_000;

/** Memory of the last errors in the log. */
export interface RecentErrors {
  /** Returns the errors of the last minutes if there were many, or null. */
  findBurst(): { count: number; minutes: number; last: string } | null;
}

/** The log, and the reports that errors in it are sent as if the owner has set a collector. */
export interface Reporting {
  log: Logger;
  reports: ErrorReports | null;
  errors: RecentErrors;
}

type LogConfig = Pick<Config, 'logLevel' | 'logFormat' | 'accessLog' | 'errorReports' | 'mode'>;

/**
 * Creates a log that writes to standard output, JSON lines or lines for people, without secrets.
 * Everything logged as an error is reported too, whatever the level: of requests, loops and workers.
 */
export function createReporting(config: LogConfig): Reporting {
  const { errorReports, mode } = config;
  const failed = (error: unknown) => log.warn({ err: error }, 'error reports cannot be delivered');
  const reports = errorReports && createErrorReports(errorReports, mode, failed);
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
      return { count: recent.length, minutes: BURST_MS / 60_000, last };
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
  return withoutPeople(detail);
}

function createReporter(reports: ErrorReports) {
  const sentAt = new Map<string, number>();
  return ({ fields, message, requestId }: LoggedError): void => {
    const { err, stack, where = message } = fields;
    const error = err === undefined ? null : err instanceof Error ? err : new Error(String(err));
    const report = {
      from: 'server' as const,
      type: error?.name ?? 'Error',
      message: withoutPeople(error?.message ?? message),
      stack: withoutPeople(error?.stack ?? String(stack ?? '')),
      where: String(where),
      ...(requestId !== undefined && { requestId }),
    };
    if (requestId === undefined) {
      const key = `${report.where} ${report.message}`;
      const now = performance.now();
      if (now - (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPORT_AGAIN_MS) return;
      if (sentAt.size >= REMEMBERED) sentAt.clear();
      sentAt.set(key, now);
    }
    reports.send(report);
  };
}

/** Removes from a text what may belong to a person: email addresses, IP addresses, queries. */
export function withoutPeople(text: string): string {
  return text
    .replace(/(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'():]+\.[a-z]{2,}/gi, '[mail]')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[address]')
    .replace(/([?#])[^\s:)"']+/g, '$1…');
}

/**
 * Returns the path of a request for the log. A query may contain a code or an email address, and the
 * URLs of shared drafts and downloads open them. Other characters than ASCII could control a terminal.
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
  // 'silent' has no number: nothing is written.
  const least = pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY;
  const options: LoggerOptions = {
    // A level above would keep errors from the hook.
    level: least > ERROR ? 'error' : logLevel,
    hooks: {
      logMethod(parts, write, level) {
        if (level >= ERROR) {
          const [first, second] = parts as unknown[];
          const fields = typeof first === 'object' ? { ...first } : {};
          const message = String(typeof first === 'string' ? first : (second ?? ''));
          const { reqId } = this.bindings();
          report({ fields, message, requestId: reqId === undefined ? reqId : String(reqId) });
        }
        const isTooLow = level < least && this.levelVal === ERROR;
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
