// It hides personal data after a sign-out in another tab, also if the connection is lost by then.
import './follow-other-tab.ts';
import { avatarSources } from '#contracts/avatar.ts';
import { REFRESH_EVERY_MS } from '#contracts/session-messages.ts';
import type { OwnUser } from '#contracts/user.ts';
import { ApiError, lastRefreshAt, refreshSession } from '../client/api-client.ts';
import { clearDrafts } from '../client/clear-drafts.ts';
import { readGuestLikes } from '../client/liked-games.ts';
import {
  followSessionFlag,
  readSessionFlag,
  readSessionUser,
  takeUserChange,
} from '../client/session-flag.ts';
import { consumeFirstLogin, SESSION_ENDED } from '../client/session-notices.ts';
import { readStored, writeStored } from '../client/storage.ts';
import { avatarColor, initialsOf } from '../format/initials.ts';
import { becomeGuest, confirmSession, isAdmin, type Session } from '../stores/session.ts';
import { showToast } from '../stores/toasts.ts';

// Loaded in advance, so that signing out reports a lost connection.
export { signOut } from '../stores/sign-out.ts';

/** Milliseconds until the next attempt after a failed refresh. */
const RETRY_MS = 30_000;

/** Documented message for members who try to create a post. The API returns the same text. */
const POST_REFUSED =
  'You are not authorized to make a post. If you create an account you can begin making posts.';

let isStarted = false;

/** Loads the session of the visitor and refreshes the access token regularly. */
export function startSession(): void {
  if (isStarted) return;
  isStarted = true;
  void loadSession().then((session) => {
    if (session.state !== 'guest') startSessionRefresh();
  });
  addEventListener('online', () => void loadSession());
  followSessionFlag((flag) => {
    // The event of a sign-out may come after the next sign-in. An expired session keeps its user and their drafts.
    const hasSignedOut = takeUserChange() || (!flag && readSessionUser() === null);
    if (hasSignedOut || !flag) becomeGuest();
    if (hasSignedOut) clearDrafts();
    if (flag) void loadSession();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-new-post]') && readSessionFlag() !== 'admin') {
      event.preventDefault();
      showToast({ type: 'error', message: POST_REFUSED });
    }
  });
}

/** Loads the session and shows the user and the counts of the header. */
async function loadSession(): Promise<Session> {
  const session = await confirmAndReport();
  if (isAdmin(session)) {
    void import('./show-counts.ts').then(({ showPendingCounts }) => showPendingCounts());
  }
  if (session.state === 'signed-in') {
    showUser(session.user);
    if (consumeFirstLogin()) welcome(session.user);
    void mergeGuestLikes();
    void showCounts(!isAdmin(session));
  }
  return session;
}

/** Adds the games that a guest liked before signing in to the account. Pages with like buttons do it themselves. */
async function mergeGuestLikes(): Promise<void> {
  if (readGuestLikes().length === 0 || document.querySelector('[data-like]')) return;
  const { loadLikedGames } = await import('../stores/liked-games.ts');
  await loadLikedGames();
}

/** Shows a greeting to a new member. */
function welcome({ name, email, emailConfirmed }: OwnUser): void {
  const confirm = ` Please confirm your email address: we have sent a link to ${email}.`;
  const message = `Welcome, ${name}.${emailConfirmed ? '' : confirm}`;
  showToast({ type: 'SUCCESS', message });
}

/** Side of the profile picture in the header, in CSS pixels. */
const AVATAR_SIDE = 36;

/** Shows the user's profile picture or initials in the header, and their name in the page. */
function showUser({ name, avatar }: { name: string; avatar: string | null }): void {
  const holder = document.createElement('span');
  holder.className = 'avatar';
  if (avatar === null) {
    // CSS draws the initials, so that the accessible name of the link does not contain them.
    Object.assign(holder.dataset, { tone: avatarColor(name), initials: initialsOf(name) });
  } else {
    holder.append(createAvatar(avatar));
  }
  document.querySelector('[data-self]')?.replaceChildren(holder);
  const place = document.querySelector('[data-session-name]');
  if (place) place.textContent = `, ${name}`;
}

/** Creates the same `<picture>` element as `Avatar` of islands/ui. */
function createAvatar(avatar: string): HTMLPictureElement {
  const { avif, webp } = avatarSources(avatar);
  const sizes = `${AVATAR_SIDE}px`;
  const source = document.createElement('source');
  const image = new Image(AVATAR_SIDE, AVATAR_SIDE);
  const element = document.createElement('picture');
  Object.assign(source, { type: 'image/avif', srcset: avif, sizes });
  Object.assign(image, { alt: '', sizes, srcset: webp, src: avatar });
  element.append(source, image);
  return element;
}

let areCountsShown = false;

/** Shows the counts in the header. The connection for real-time events opens after the page has loaded. */
async function showCounts(hasCart: boolean): Promise<void> {
  if (areCountsShown) return;
  areCountsShown = true;
  const { showCartCount, showUnread } = await import('./show-counts.ts');
  if (hasCart && document.querySelector('[data-cart-count]')) showCartCount();
  if (!document.querySelector('[data-unread]')) return;
  if (document.readyState === 'complete') showUnread();
  else addEventListener('load', showUnread, { once: true });
}

/** Confirms the session. If the API is unavailable, shows a message once per tab; the page stays readable. */
async function confirmAndReport(): Promise<Session> {
  // The same request loads the user's reactions to the article of the page.
  const article = document.querySelector<HTMLElement>('[data-reactions]')?.dataset.reactions;
  const session = await confirmSession(article);
  const failed = session.state === 'failed';
  // Personal pages show the failure in their content.
  if (failed && !document.querySelector('[data-personal]') && !wasReported()) {
    const message = `You can still read this page, but your account features are unavailable. ${session.reason}`;
    showToast({ type: 'error', message });
    setReported(true);
  }
  if (!failed) setReported(false);
  if (session.state === 'guest' && session.ended) {
    showToast({ type: 'error', message: SESSION_ENDED });
  }
  return session;
}

const REPORTED_KEY = 'session-failure';

/** True if a page of this tab has shown the message. Without storage, each page shows it. */
const wasReported = () => readStored(REPORTED_KEY, 'sessionStorage') !== null;
const setReported = (isReported: boolean) =>
  writeStored(REPORTED_KEY, isReported ? '' : null, 'sessionStorage');

/**
 * Refreshes the access token ten minutes after the last refresh in any tab. All tabs share the time of the
 * last refresh and a lock, so only one of them sends the request.
 */
function startSessionRefresh(): void {
  const openedAt = Date.now();
  const remaining = () =>
    Math.max(0, (lastRefreshAt() ?? openedAt) + REFRESH_EVERY_MS - Date.now());
  const refreshAfter = (milliseconds: number) => setTimeout(() => void refresh(), milliseconds);

  async function refresh(): Promise<void> {
    if (remaining() > 0) return void refreshAfter(remaining());
    try {
      await refreshSession(Date.now() - REFRESH_EVERY_MS / 2);
      refreshAfter(REFRESH_EVERY_MS);
    } catch (error) {
      // As documented, only the next API call reports a failed refresh. After a 401 there is no retry.
      if (!(error instanceof ApiError) || error.status === 401) return;
      refreshAfter(RETRY_MS);
    }
  }
  refreshAfter(remaining());
}
