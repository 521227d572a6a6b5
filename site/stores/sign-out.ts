import { ApiError, callApi, clearRefreshTime } from '../client/api-client.ts';
import { clearDrafts } from '../client/clear-drafts.ts';
import { clearFirstLogin } from '../client/session-notices.ts';
import { becomeGuest } from './session.ts';
import { showToast } from './toasts.ts';

/** Signs out and opens the home page. */
export async function signOut(): Promise<void> {
  try {
    await callApi('POST', '/api/user/logout', { retry: false });
  } catch (error) {
    // A 401 means that the session has already ended. After any other error the cookies are still valid.
    if (!(error instanceof ApiError) || error.status !== 401) {
      const reason = error instanceof Error ? error.message : '';
      showToast({ type: 'error', message: `You are still signed in. ${reason}` });
      return;
    }
  }
  clearSession();
  location.assign('/');
}

/** Removes the personal data of a session that has ended from this browser. */
export function clearSession(): void {
  clearFirstLogin();
  clearRefreshTime();
  clearDrafts();
  becomeGuest(true);
}
