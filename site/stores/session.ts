import { atom } from 'nanostores';
import type { OwnUser } from '#contracts/user.ts';
import type { UserInfo } from '#contracts/user-info.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import {
  followSessionFlag,
  readSessionFlag,
  type SessionFlag,
  writeSessionFlag,
} from '../client/session-flag.ts';

/** Everything else that a page shows of a member, by the same request. Each store takes its own part. */
export interface Personal extends Omit<UserInfo, 'users'> {
  /** Slug of the article that `reactions` belongs to. */
  article: string | undefined;
}

export type Session =
  | { state: 'unknown' }
  /** `ended`: the browser was signed in, but the API has answered 401. */
  | { state: 'guest'; ended?: true }
  | { state: 'signed-in'; user: OwnUser; personal: Personal }
  | { state: 'failed'; reason: string };

/** Who is here, as the API says. */
export const $session = atom<Session>({ state: 'unknown' });

/** Role that the browser remembers. It is known before the API has answered; null is a guest. */
export const $sessionFlag = atom<SessionFlag | null>(
  import.meta.env.SSR ? null : readSessionFlag(),
);

export function isAdmin(session: Session): boolean {
  return session.state === 'signed-in' && session.user.role === 1;
}

/** Returns what the address of the sign-in page ends with, so that the page says if a session has ended. */
export const endedParameter = (session: Session): string =>
  session.state === 'guest' && session.ended ? '&ended=1' : '';

let asking: Promise<Session> | null = null;

// Signing in or out in another tab: what was known of a person is not true any more.
if (!import.meta.env.SSR) {
  followSessionFlag((flag) => {
    asking = null;
    $sessionFlag.set(flag);
  });
  // A page that the browser has kept hears nothing while it is away.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) $sessionFlag.set(readSessionFlag());
  });
}

/**
 * Asks the API once per page, and again after somebody signed in or out in another tab. Only a 401
 * forgets the local flag: offline is not signed out.
 * @param article slug of the page's article
 */
export function confirmSession(article?: string): Promise<Session> {
  if (asking) return asking;
  const asked: Promise<Session> = ask(article).then((session) => {
    // Of who was here when it was asked, and not of who is here now.
    if (asking !== asked) return confirmSession(article);
    // Who could not be asked is asked again.
    if (session.state === 'failed') asking = null;
    if (session.state === 'guest') rememberFlag(null);
    if (session.state === 'signed-in') rememberFlag(isAdmin(session) ? 'admin' : 'member');
    $session.set(session);
    return session;
  });
  asking = asked;
  return asked;
}

/** Asks once more, where a call was answered as if nobody were signed in. */
export function confirmSessionAgain(): Promise<Session> {
  asking = null;
  return confirmSession();
}

/** Shows the page as for a guest. `forget` also forgets the flag, in all tabs. */
export function endSession(forget = false): void {
  $session.set({ state: 'guest' });
  if (forget) rememberFlag(null);
}

function rememberFlag(flag: SessionFlag | null): void {
  writeSessionFlag(flag);
  $sessionFlag.set(flag);
}

async function ask(article: string | undefined): Promise<Session> {
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
