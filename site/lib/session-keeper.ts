import { $session, confirmSession } from '../stores/session.ts';
import { ApiError, callApi, forgetRefreshed } from './api-client.ts';
import { forgetFirstLogin } from './first-login.ts';
import { keepFresh } from './keep-fresh.ts';
import { followSessionFlag, writeSessionFlag } from './session-flag.ts';
import { showToast } from './toast.ts';

/** Asks the API who is here, keeps the access token fresh, and makes the sign-out buttons work. */
export function keepSession(): void {
  void confirmSession().then(({ state }) => {
    if (state !== 'guest') keepFresh();
  });
  // Signed out in another tab: what this one knows of a person goes too.
  followSessionFlag((flag) => {
    if (!flag) $session.set({ state: 'guest' });
  });
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
  forgetFirstLogin();
  forgetRefreshed();
  $session.set({ state: 'guest' });
  writeSessionFlag(null);
  location.assign('/');
}
