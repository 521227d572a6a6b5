import { beacon } from './beacon.ts';

/** Errors that one page reports. */
const REPORTS_MAX = 3;
let left = REPORTS_MAX;

/** Tells the server of a script that failed: what and where in our code, nothing about the reader. */
export function reportError(message: string, error: unknown): void {
  left -= 1;
  if (left < 0) return;
  const stack = error instanceof Error ? `${error.stack}`.slice(0, 2000) : '';
  beacon('/api/client-errors', {
    message: message.slice(0, 500),
    path: location.pathname,
    stack,
  });
}
