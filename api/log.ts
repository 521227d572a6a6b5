import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { createErrorReports, type ErrorReports } from './integrations/error-reports.ts';
import { createTerminal } from './start/terminal.mjs';

/** Milliseconds within which a loop that fails again and again is reported once. */
const REPORT_AGAIN_MS = 60_000;
/** Different failures of loops that are remembered. */
const REMEMBERED = 1_000;

/** The log, and the reports that errors in it are sent as if the owner has set a collector. */
export interface Reporting {
  log: Logger;
  reports: ErrorReports | null;
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
  const log = createLog(config, reports ? createReporter(reports) : () => undefined);
  return { log, reports };
}

interface LoggedError {
  fields: Record<string, unknown>;
  message: string;
  requestId: string | undefined;
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
