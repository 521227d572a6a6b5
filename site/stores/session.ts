import { atom } from 'nanostores';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import type { OwnUser, UserInfo } from '#contracts/user.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import {
  followSessionFlag,
  readSessionFlag,
  type SessionFlag,
  writeSession,
} from '../client/session-flag.ts';

/** Other personal data that pages show, loaded by the same request. Each store uses its part. */
export interface Personal extends Omit<UserInfo, 'users'> {
  /** Slug of the article that `reactions` belongs to. */
  article: string | undefined;
}

export type Session =
  | { state: 'unknown' }
  /** `ended`: the browser was signed in, but the API responded with 401. */
  | { state: 'guest'; ended?: true }
  | { state: 'signed-in'; user: OwnUser; personal: Personal }
  | { state: 'failed'; reason: string };

/** Session of the visitor, as the API has confirmed it. */
export const $session = atom<Session>({ state: 'unknown' });

/** Stored role, available before the API responds; null for guests. */
export const $sessionFlag = atom<SessionFlag | null>(
  import.meta.env.SSR ? null : readSessionFlag(),
);

export function isAdmin(session: Session): boolean {
  return session.state === 'signed-in' && session.user.role === 1;
}

/** Returns the query parameter that makes the sign-in page report an ended session, or an empty string. */
export const endedParameter = (session: Session): string =>
  session.state === 'guest' && session.ended ? '&ended=1' : '';

let currentRequest: Promise<Session> | null = null;

// A sign-in or sign-out in another tab makes the loaded session invalid.
if (!import.meta.env.SSR) {
  followSessionFlag((flag) => {
    currentRequest = null;
    $sessionFlag.set(flag);
  });
}

/**
 * Loads the session from the API once per page, and again after a sign-in or sign-out in another tab or
 * after a failure. The stored role is deleted only after a 401, not if the API is unavailable.
 * @param article slug of the article whose reactions are loaded
 */
export function confirmSession(article?: string): Promise<Session> {
  if (currentRequest) return currentRequest;
  const request: Promise<Session> = fetchSession(article).then((session) => {
    // Another tab has signed in or out since the request started, so its result is outdated.
    if (currentRequest !== request) return confirmSession(article);
    // The next call retries.
    if (session.state === 'failed') currentRequest = null;
    if (session.state === 'guest') storeExpiry();
    if (session.state === 'signed-in') storeUser(session.user);
    $session.set(session);
    return session;
  });
  currentRequest = request;
  request.catch(() => {
    if (currentRequest === request) currentRequest = null;
  });
  return request;
}

/** Reloads the session after the API has treated a member as a guest. */
export function confirmSessionAgain(): Promise<Session> {
  currentRequest = null;
  return confirmSession();
}

/** Loads data that has a personal part for members. If the session has ended, the data of guests is loaded. */
export async function loadAsViewer<Body>(load: () => Promise<Body>): Promise<Body> {
  try {
    return await load();
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.status === 401;
    if (!hasEnded || (await confirmSessionAgain()).state !== 'guest') throw error;
    return load();
  }
}

/**
 * Requests data that has a personal part for members. Without the member header the API would treat a member whose
 * access token has expired as a guest.
 */
export const fetchAsViewer = <Body>(path: string, signal: AbortSignal): Promise<Body> =>
  loadAsViewer(() =>
    callApi('GET', path, {
      signal,
      ...(readSessionFlag() && { headers: { [MEMBER_HEADER]: '1' } }),
    }),
  );

/** Shows the page as for a guest. `deleteUser` also deletes the stored user, in all tabs. */
export function becomeGuest(deleteUser = false): void {
  $session.set({ state: 'guest' });
  if (deleteUser) storeUser(null);
}

/** Stores the user, in all tabs; null after a sign-out. */
export function storeUser(user: Pick<OwnUser, '_id' | 'role'> | null): void {
  const flag = user && (user.role === 1 ? 'admin' : 'member');
  writeSession(flag, user?._id ?? null);
  $sessionFlag.set(flag);
}

/** Stores that there is no session. The user stays stored, so that only another one deletes their unsent texts. */
function storeExpiry(): void {
  writeSession(null);
  $sessionFlag.set(null);
}

async function fetchSession(article: string | undefined): Promise<Session> {
  if (!readSessionFlag()) return { state: 'guest' };
  try {
    const query = article === undefined ? '' : `?article=${encodeURIComponent(article)}`;
    const { users, ...rest } = await callApi<UserInfo>('GET', `/api/user/info${query}`);
    return { state: 'signed-in', user: users, personal: { ...rest, article } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { state: 'guest', ended: true };
    return { state: 'failed', reason: error.message };
  }
}
