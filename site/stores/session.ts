import { atom } from 'nanostores';
import type { z } from 'zod';
import type { OwnUser, userInfoResponse } from '#contracts/user.ts';
import { ApiError, callApi } from '../lib/api-client.ts';
import { readSessionFlag, writeSessionFlag } from '../lib/session-flag.ts';

export type Session =
  | { state: 'unknown' }
  | { state: 'guest' }
  | { state: 'signed-in'; user: OwnUser; unread: number }
  | { state: 'failed'; reason: string };

/** Who is here, as the API says. */
export const $session = atom<Session>({ state: 'unknown' });

export function isAdmin(session: Session): boolean {
  return session.state === 'signed-in' && session.user.role === 1;
}

let asking: Promise<Session> | null = null;

/** Asks the API once per page. Only a 401 forgets the local flag: offline is not signed out. */
export function confirmSession(): Promise<Session> {
  asking ??= ask().then((session) => {
    // Who could not be asked is asked again.
    if (session.state === 'failed') asking = null;
    $session.set(session);
    return session;
  });
  return asking;
}

async function ask(): Promise<Session> {
  if (!readSessionFlag()) return { state: 'guest' };
  try {
    type Info = z.infer<typeof userInfoResponse>;
    const { users, unreadNotifications } = await callApi<Info>('GET', '/api/user/info');
    writeSessionFlag(users.role === 1 ? 'admin' : 'member');
    return { state: 'signed-in', user: users, unread: unreadNotifications };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return { state: 'failed', reason: error.message };
    writeSessionFlag(null);
    return { state: 'guest' };
  }
}
