import type { z } from 'zod';
import type { SecondFactorMethod, sessionResponse } from '#contracts/session.ts';
import { ApiError, callApi, recordRefresh } from '../../client/api-client.ts';
import { writeSessionFlag } from '../../client/session-flag.ts';
import { $session } from '../../stores/session.ts';

export type SessionResponse = z.infer<typeof sessionResponse>;

/** Response of the API to a correct password if the account has a second factor. */
export interface PendingSignIn {
  signInToken: string;
  methods: SecondFactorMethod[];
}

/**
 * Calls the API to sign in.
 * @returns a sign-in token if the account needs a second factor
 */
export async function requestSession<Result = SessionResponse>(
  path: string,
  body: Record<string, unknown>,
): Promise<Result | PendingSignIn> {
  try {
    return await callApi<Result>('POST', path, { body, retry: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED')
      return error.details as PendingSignIn;
    throw error;
  }
}

/**
 * Stores the session and opens a page.
 * @returns a promise that is fulfilled if the visitor returns to this page by the browser's back button
 */
export function openSession({ user }: Pick<SessionResponse, 'user'>, path: string): Promise<void> {
  const before = $session.get();
  // Other tabs react to a changed flag, which means that another person was signed in.
  if (before.state === 'signed-in' && before.user._id !== user._id) writeSessionFlag(null);
  recordRefresh();
  writeSessionFlag(user.role === 1 ? 'admin' : 'member');
  location.assign(path);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
