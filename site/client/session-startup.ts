import { avatarSources } from '#contracts/avatar.ts';
import type { OwnUser } from '#contracts/user.ts';
import { avatarColor, initialsOf } from '../format/initials.ts';
import { confirmSession, endSession, isAdmin, type Session } from '../stores/session.ts';
import { ApiError, callApi, forgetRefreshed } from './api-client.ts';
import { forgetTyped } from './clear-drafts.ts';
import { forgetFirstLogin, takeFirstLogin } from './first-login.ts';
import { guestLikes } from './liked-games.ts';
import { SESSION_ENDED } from './session-ended.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';
import { keepFresh } from './session-refresh.ts';
import { showToast } from './show-toast.ts';
import { readStored, writeStored } from './storage.ts';

/** What the documentation answers a member who wants to post; the API says the same. */
const POST_REFUSED =
  'You are not authorized to make a post. If you create an account you can begin making posts.';

let kept = false;

/** Asks the API who is here, and keeps the access token fresh. */
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
    endSession();
    forgetTyped();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-new-post]') && readSessionFlag() !== 'admin') {
      event.preventDefault();
      showToast({ type: 'error', message: POST_REFUSED });
    }
  });
}

/** Shows who is here, and what waits for them. */
async function meet(): Promise<Session> {
  const session = await confirm();
  if (isAdmin(session)) void import('./show-waiting.ts').then(({ showWaiting }) => showWaiting());
  if (session.state === 'signed-in') {
    showSelf(session.user);
    if (takeFirstLogin()) welcome(session.user);
    void takeLikesAlong();
    void showCounts(!isAdmin(session));
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
  const confirm = ` Please confirm your email address: we have sent a link to ${email}.`;
  const message = `Welcome, ${name}.${emailConfirmed ? '' : confirm}`;
  showToast({ type: 'SUCCESS', message });
}

/** Side of the profile picture in the header, in CSS pixels. */
const AVATAR_SIDE = 36;

/** Shows the user's profile picture or initials in the header, and their name in the page. */
function showSelf({ name, avatar }: { name: string; avatar: string | null }): void {
  const holder = document.createElement('span');
  holder.className = 'avatar';
  if (avatar === null) {
    // The style sheet draws the initials, so that they are no part of the link's name.
    Object.assign(holder.dataset, { tone: avatarColor(name), initials: initialsOf(name) });
  } else {
    holder.append(drawPicture(avatar));
  }
  document.querySelector('[data-self]')?.replaceChildren(holder);
  const place = document.querySelector('[data-session-name]');
  if (place) place.textContent = `, ${name}`;
}

/** Creates the same picture element as `Avatar` of islands/ui. */
function drawPicture(avatar: string): HTMLPictureElement {
  const { avif, webp } = avatarSources(avatar);
  const sizes = `${AVATAR_SIDE}px`;
  const source = document.createElement('source');
  const image = new Image(AVATAR_SIDE, AVATAR_SIDE);
  const picture = document.createElement('picture');
  Object.assign(source, { type: 'image/avif', srcset: avif, sizes });
  Object.assign(image, { alt: '', sizes, srcset: webp, src: avatar });
  picture.append(source, image);
  return picture;
}

let showsCounts = false;

/** Shows the numbers in the header. The connection for events is opened once the page has everything else. */
async function showCounts(hasCart: boolean): Promise<void> {
  if (showsCounts) return;
  showsCounts = true;
  const { showCartCount, showUnread } = await import('./show-counts.ts');
  if (hasCart && document.querySelector('[data-cart-count]')) showCartCount();
  if (!document.querySelector('[data-unread]')) return;
  if (document.readyState === 'complete') showUnread();
  else addEventListener('load', showUnread, { once: true });
}

/** The page reads on without the API; that it cannot say who is here is said once. */
async function confirm(): Promise<Session> {
  // The same request brings what the reader has done with the page's article.
  const article = document.querySelector<HTMLElement>('[data-reactions]')?.dataset.reactions;
  const session = await confirmSession(article);
  const failed = session.state === 'failed';
  // Where the page itself waits for the API, it says so in its place.
  if (failed && !document.querySelector('[data-personal]') && !wasSaid()) {
    const message = `You can still read this page, but your account features are unavailable. ${session.reason}`;
    showToast({ type: 'error', message });
    rememberTrouble(true);
  }
  if (!failed) rememberTrouble(false);
  if (session.state === 'guest' && session.ended) {
    showToast({ type: 'error', message: SESSION_ENDED });
  }
  return session;
}

const SAID = 'session-trouble';

/** Whether a page of this tab has said it already. Without storage each page says it. */
const wasSaid = () => readStored(SAID, 'session') !== null;
const rememberTrouble = (said: boolean) => writeStored(SAID, said ? '' : null, 'session');

/** Signs out, and leads to the home page. */
export async function signOut(): Promise<void> {
  try {
    await callApi('POST', '/api/user/logout', { retry: false });
  } catch (error) {
    // Signed out already is what was wanted. Anything else leaves the cookies valid: say so.
    if (!(error instanceof ApiError) || error.status !== 401) {
      const reason = error instanceof Error ? error.message : '';
      showToast({ type: 'error', message: `You are still signed in. ${reason}` });
      return;
    }
  }
  forgetFirstLogin();
  forgetRefreshed();
  forgetTyped();
  endSession(true);
  location.assign('/');
}
