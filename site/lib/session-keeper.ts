import type { OwnUser } from '#contracts/user.ts';
import { guestLikes } from '../client/liked-games.ts';
import { showToast } from '../client/show-toast.ts';
import { readStored, writeStored } from '../client/storage.ts';
import { $session, confirmSession, isAdmin, type Session } from '../stores/session.ts';
import { ApiError, callApi, forgetRefreshed } from './api-client.ts';
import { forgetFirstLogin, takeFirstLogin } from './first-login.ts';
import { keepFresh } from './keep-fresh.ts';
import { avatarOf } from './member/avatar.ts';
import { SESSION_ENDED } from './session-ended.ts';
import { followSessionFlag, readSessionFlag, writeSessionFlag } from './session-flag.ts';
import { forgetTyped } from './typed.ts';

/** What the documentation answers a member who wants to post; the API says the same. */
const POST_REFUSED =
  'You are not authorized to make a post. If you create an account you can begin making posts.';

let kept = false;

/** Asks the API who is here, keeps the access token fresh, and makes the sign-out buttons work. */
export function keepSession(): void {
  if (kept) return;
  kept = true;
  void meet().then((session) => {
    if (session.state !== 'guest') keepFresh();
  });
  addEventListener('online', () => void meet());
  followSessionFlag((flag) => {
    if (flag) return void meet();
    // Signed out in another tab: what this one knows of a person goes too.
    $session.set({ state: 'guest' });
    forgetTyped();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-sign-out]')) void signOut();
    if (event.target.closest('[data-new-post]') && readSessionFlag() !== 'admin') {
      event.preventDefault();
      void showToast({ type: 'error', message: POST_REFUSED });
    }
  });
}

/** Shows who is here, and what waits for them. */
async function meet(): Promise<Session> {
  const session = await confirm();
  if (isAdmin(session))
    void import('../client/show-waiting.ts').then(({ showWaiting }) => showWaiting());
  if (session.state === 'signed-in') {
    showSelf(session.user);
    if (takeFirstLogin()) welcome(session.user);
    void takeLikesAlong();
    if (!isAdmin(session)) {
      void import('../client/show-cart-count.ts').then(({ loadCartCount }) => loadCartCount());
    }
    ring(session.unread);
  }
  return session;
}

/** What somebody liked in the Game Corner before they signed in; its own pages see to that themselves. */
async function takeLikesAlong(): Promise<void> {
  if (guestLikes().length === 0 || document.querySelector('[data-like]')) return;
  const { loadLikedGames } = await import('../stores/liked-games.ts');
  await loadLikedGames();
}

/** Greets a member once, after they have registered. */
function welcome({ name, email, emailConfirmed }: OwnUser): void {
  const confirm = ` Please confirm your email address: a link is on its way to ${email}.`;
  const message = `Welcome, ${name}.${emailConfirmed ? '' : confirm}`;
  void showToast({ type: 'SUCCESS', message });
}

/** Side of the picture in the header, in CSS pixels. */
const HEADER_SIDE = 36;

/** Puts who is signed in into the place that the header keeps for them. */
function showSelf(user: { name: string; avatar: string | null }): void {
  document.querySelector('[data-self]')?.replaceChildren(avatarOf(user, HEADER_SIDE));
}

let rings = false;

/** The connection that news come over is opened once the page has everything else. */
function ring(unread: number): void {
  if (rings || !document.querySelector('[data-bell]')) return;
  rings = true;
  const start = async () => (await import('../client/show-unread.ts')).showUnread(unread);
  if (document.readyState === 'complete') void start();
  else addEventListener('load', () => void start(), { once: true });
}

/** The page reads on without the API; that it cannot say who is here is said once. */
async function confirm(): Promise<Session> {
  const session = await confirmSession();
  const failed = session.state === 'failed';
  // Where the page itself waits for the API, it says so in its place.
  if (failed && !document.querySelector('[data-personal]') && !wasSaid()) {
    const message = `This page reads on, but what is yours on it is off. ${session.reason}`;
    void showToast({ type: 'error', message });
    rememberTrouble(true);
  }
  if (!failed) rememberTrouble(false);
  if (session.state === 'guest' && session.ended) {
    void showToast({ type: 'error', message: SESSION_ENDED });
  }
  return session;
}

const SAID = 'session-trouble';

/** Whether a page of this tab has said it already. Without storage each page says it. */
const wasSaid = () => readStored(SAID, 'session') !== null;
const rememberTrouble = (said: boolean) => writeStored(SAID, said ? '' : null, 'session');

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
  forgetTyped();
  $session.set({ state: 'guest' });
  writeSessionFlag(null);
  location.assign('/');
}
