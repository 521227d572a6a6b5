import { atom } from 'nanostores';
import type { z } from 'zod';
import type { OwnUser, userInfoResponse } from '#contracts/user.ts';
import { ApiError, callApi } from '../lib/api-client.ts';
import { followSessionFlag, readSessionFlag, writeSessionFlag } from '../lib/session-flag.ts';

export type Session =
  | { state: 'unknown' }
  /** `ended`: the browser was signed in, but the API has answered 401. */
  | { state: 'guest'; ended?: true }
  | { state: 'signed-in'; user: OwnUser; unread: number }
  | { state: 'failed'; reason: string };

/** Who is here, as the API says. */
export const $session = atom<Session>({ state: 'unknown' });

export function isAdmin(session: Session): boolean {
  return session.state === 'signed-in' && session.user.role === 1;
}

/** Returns what the address of the sign-in page ends with, so that the page says if a session has ended. */
export const endedParameter = (session: Session): string =>
  session.state === 'guest' && session.ended ? '&ended=1' : '';

let asking: Promise<Session> | null = null;

// Signing in or out in another tab: what was known of a person is not true any more.
if (!import.meta.env.SSR) {
  followSessionFlag(() => {
    asking = null;
  });
}

/**
 * Asks the API once per page, and again after somebody signed in or out in another tab. Only a 401
 * forgets the local flag: offline is not signed out.
 */
export function confirmSession(): Promise<Session> {
  if (asking) return asking;
  const asked: Promise<Session> = ask().then((session) => {
    // Of who was here when it was asked, and not of who is here now.
    if (asking !== asked) return confirmSession();
    // Who could not be asked is asked again.
    if (session.state === 'failed') asking = null;
    if (session.state === 'guest') writeSessionFlag(null);
    if (session.state === 'signed-in') writeSessionFlag(isAdmin(session) ? 'admin' : 'member');
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

async function ask(): Promise<Session> {
  if (!readSessionFlag()) return { state: 'guest' };
  try {
    type Info = z.infer<typeof userInfoResponse>;
    const { users, unreadNotifications } = await callApi<Info>('GET', '/api/user/info');
    return { state: 'signed-in', user: users, unread: unreadNotifications };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { state: 'guest', ended: true };
    return { state: 'failed', reason: error.message };
  }
}
