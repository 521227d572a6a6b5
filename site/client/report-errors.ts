import { beacon } from './beacon.ts';

/** Errors that one page reports. */
const REPORTS_MAX = 3;

/** Tells the server of scripts that fail: what and where in our code, nothing about the reader. */
export function startErrorReports(): void {
  let left = REPORTS_MAX;
  const report = (message: string, error: unknown) => {
    left -= 1;
    if (left < 0) return;
    const stack = error instanceof Error ? `${error.stack}`.slice(0, 2000) : '';
    beacon('/api/client-errors', {
      message: message.slice(0, 500),
      path: location.pathname,
      stack,
    });
  };
  addEventListener('error', (event) => report(event.message, event.error));
  addEventListener('unhandledrejection', ({ reason }) => report(`${reason}`, reason));
}
