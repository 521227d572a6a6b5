import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { createTerminal } from './start/terminal.mjs';

/** Writes to standard output: JSON lines, or lines for people. Secrets are left out. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options: LoggerOptions = {
    level: logLevel,
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
      // The query may carry a code or an address; the path is enough to act on. That of a shared
      // draft opens it.
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0]?.replace(/^\/preview\/.+/, '/preview/[link]'),
      }),
    },
  };
  if (logFormat === 'json') return pino(options);
  const isVerbose = ['debug', 'trace'].includes(logLevel);
  return pino(options, createTerminal(process.stdout, { isVerbose }));
}
