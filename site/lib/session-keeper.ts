import type * as session from '#contracts/session.ts';
import { $session, confirmSession } from '../stores/session.ts';
import { ApiError, callApi, refreshSession } from './api-client.ts';
import { writeSessionFlag } from './session-flag.ts';
import { showToast } from './toast.ts';

// A value import would bring zod into every page; the type keeps the number from drifting.
const REFRESH_EVERY_MS: typeof session.REFRESH_EVERY_MS = 600_000;

/** Asks the API who is here, keeps the access token fresh, and makes the sign-out buttons work. */
export function keepSession(): void {
  void confirmSession();
  setInterval(() => {
    // A failed refresh is only noticed by the next call, as documented.
    if ($session.get().state === 'signed-in') void refreshSession().catch(() => undefined);
  }, REFRESH_EVERY_MS);
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-sign-out]')) void signOut();
  });
}

async function signOut(): Promise<void> {
  try {
    await callApi('POST', '/api/user/logout', { retry: false });
  } catch (error) {
    // Signed out already is what was wanted. Anything else leaves the cookies valid: say so.
    if (!(error instanceof ApiError) || error.status !== 401) {
      const reason = error instanceof Error ? error.message : '';
      void showToast({ type: 'error', message: `You are still signed in. ${reason}` });
      return;
    }
  }
  writeSessionFlag(null);
  location.assign('/');
}
