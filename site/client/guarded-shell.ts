import { confirmSession, endedParameter } from '../stores/session.ts';
import { readStored, writeStored } from './storage.ts';

/** Time of the last reload in milliseconds, which prevents an endless loop of reloads. */
const RELOADED_KEY = 'guarded-shell-reloaded';
const RELOAD_INTERVAL_MS = 10_000;

/**
 * Redirects guests to the sign-in page and reloads for members: their access token had expired and is
 * fresh now.
 */
export async function checkGuardedShell(): Promise<void> {
  const shell = document.getElementById('guarded-shell');
  const status = shell?.querySelector('[role="status"]');
  if (!shell || !status) return;
  const address = location.pathname + location.search;
  const session = await confirmSession();
  if (session.state === 'failed') {
    status.textContent = session.reason;
    offerRetry(shell);
  } else if (session.state !== 'signed-in') {
    location.replace(`/login?next=${encodeURIComponent(address)}${endedParameter(session)}`);
  } else if (Date.now() - reloadedAt() > RELOAD_INTERVAL_MS) {
    writeStored(RELOADED_KEY, String(Date.now()), 'session');
    location.replace(address);
  } else {
    // A member sees the shell at its own address, or if the host cannot check sessions.
    status.textContent = shell.dataset.unavailable ?? '';
  }
}

/** Shows the retry button; the check also runs again when the browser is back online. */
function offerRetry(shell: HTMLElement): void {
  const button = shell.querySelector('button');
  if (!button) return;
  const retry = new AbortController();
  const checkAgain = () => {
    retry.abort();
    button.hidden = true;
    void checkGuardedShell();
  };
  button.hidden = false;
  button.addEventListener('click', checkAgain, { signal: retry.signal });
  addEventListener('online', checkAgain, { signal: retry.signal });
}

const reloadedAt = () => Number(readStored(RELOADED_KEY, 'session'));
