import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Writes JSON lines to standard output; what could be a secret is left out. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
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
  });
}
