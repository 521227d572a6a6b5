import { confirmSession, endedParameter } from '../stores/session.ts';
import { readStored, writeStored } from './storage.ts';

/** Time of the last reload in milliseconds since 1970, which prevents an endless loop of reloads. */
const RELOADED_KEY = 'guarded-shell-reloaded';
const RELOAD_INTERVAL_MS = 10_000;

/**
 * Redirects guests to the sign-in page. Reloads the page for members, whose expired access token has
 * been refreshed by now.
 */
export async function checkGuardedShell(): Promise<void> {
  const shell = document.getElementById('guarded-shell');
  const status = shell?.querySelector('[role="status"]');
  if (!shell || !status) return;
  const path = location.pathname + location.search;
  const session = await confirmSession();
  if (session.state === 'failed') {
    status.textContent = session.reason;
    offerRetry(shell);
  } else if (session.state !== 'signed-in') {
    location.replace(`/login?next=${encodeURIComponent(path)}${endedParameter(session)}`);
  } else if (Date.now() - reloadedAt() > RELOAD_INTERVAL_MS) {
    writeStored(RELOADED_KEY, String(Date.now()), 'sessionStorage');
    location.replace(path);
  } else {
    // Members see the shell at its own path, or if the host cannot check sessions.
    status.textContent = shell.dataset.unavailable ?? '';
  }
}

/** Shows the retry button. The check also runs again when the browser is back online. */
function offerRetry(shell: HTMLElement): void {
  const button = shell.querySelector('button');
  if (!button) return;
  const listeners = new AbortController();
  const retryCheck = () => {
    listeners.abort();
    button.hidden = true;
    void checkGuardedShell();
  };
  button.hidden = false;
  button.addEventListener('click', retryCheck, { signal: listeners.signal });
  addEventListener('online', retryCheck, { signal: listeners.signal });
}

const reloadedAt = () => Number(readStored(RELOADED_KEY, 'sessionStorage'));
