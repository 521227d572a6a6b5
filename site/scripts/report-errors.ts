import { beacon } from './telemetry.ts';

/** Maximum number of reported errors per page. */
const REPORTS_MAX = 3;
let reportsLeft = REPORTS_MAX;

/** Reports an error of a script with its message, path and stack, without data about the visitor. */
export function reportError(event: ErrorEvent | PromiseRejectionEvent): void {
  const [message, error] =
    event instanceof ErrorEvent ? [event.message, event.error] : [`${event.reason}`, event.reason];
  reportsLeft -= 1;
  if (reportsLeft < 0) return;
  const stack = error instanceof Error ? `${error.stack}`.slice(0, 2000) : '';
  beacon('/api/client-errors', {
    message: message.slice(0, 500),
    path: location.pathname,
    stack,
  });
}
