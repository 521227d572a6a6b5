import type { z } from 'zod';
import type { SecondFactorMethod, sessionResponse } from '#contracts/session.ts';
import {
  ApiError,
  callApi,
  lastRefreshAt,
  ReadableError,
  recordRefresh,
} from '../../client/api-client.ts';
import { clearDrafts } from '../../client/clear-drafts.ts';
import { readSessionUser } from '../../client/session-flag.ts';
import { becomeGuest, storeUser } from '../../stores/session.ts';

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
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_PENDING')
      return error.details as PendingSignIn;
    throw error;
  }
}

const NO_STORAGE =
  'Your browser does not let this site store data, so it cannot keep you signed in. Please allow cookies and site data, then sign in.';

/**
 * Stores the session and opens a page.
 * @returns a promise that is fulfilled if the visitor returns to this page by the browser's back button
 * @throws ReadableError if the browser stores nothing, so that all pages would show the member as a guest
 */
export async function finishSignIn(
  { user }: Pick<SessionResponse, 'user'>,
  path: string,
): Promise<void> {
  const before = readSessionUser();
  if (before !== null && before !== user._id) {
    // The other user has not signed out, or their session has expired. To other tabs, a change between two
    // members would be no event.
    becomeGuest(true);
    clearDrafts();
  }
  recordRefresh();
  if (lastRefreshAt() === null) {
    // Without cookies, there is no session to end.
    await callApi('POST', '/api/user/logout', { retry: false }).catch(() => undefined);
    throw new ReadableError(NO_STORAGE);
  }
  storeUser(user);
  location.assign(path);
  await new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
  });
}

/** Pages that are no useful target after signing in. */
const accountPages =
  /^\/(login|register|forgot-password|reset-password|confirm-email|revert-email|invitation)([/?]|$)/;

/**
 * Returns the path to open after signing in: `?next=`, else the referring page of this site, else `/`.
 * Pages of other sites and account pages become `/`.
 */
export function returnPath(): string {
  return toReturnPath(nextPath() ?? referrerPath());
}

/** Returns the path to open after signing up: `?next=`, else `/` as documented. */
export const requestedReturnPath = (): string => toReturnPath(nextPath());

const nextPath = () => new URLSearchParams(location.search).get('next') ?? nextOfReferrer();

/** Returns `?next=` of the referring account page: a link may be followed before a script adds it. */
function nextOfReferrer(): string | null {
  const referrer = localReferrer();
  return referrer && accountPages.test(referrer.pathname)
    ? referrer.searchParams.get('next')
    : null;
}

function toReturnPath(requestedPath: string | null): string {
  const path = localPath(requestedPath);
  return accountPages.test(path) ? '/' : path;
}

function referrerPath(): string | null {
  const referrer = localReferrer();
  return referrer && referrer.pathname + referrer.search;
}

/** Returns the referring page if it belongs to this site. */
function localReferrer(): URL | null {
  if (!URL.canParse(document.referrer)) return null;
  const referrer = new URL(document.referrer);
  return referrer.origin === location.origin ? referrer : null;
}

/**
 * Returns a path of this site unchanged, and `/` for anything that a browser could read as another
 * host: `//x` or `/\x`, with or without control characters.
 */
function localPath(path: string | null): string {
  if (!path?.startsWith('/')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these from URLs.
  if (/[\u0000-\u0020\\\u007f]/.test(path) || path.startsWith('//')) return '/';
  return path;
}

/** Error message for a link without its token. */
export const INCOMPLETE_LINK =
  'This link is incomplete. Please open it from the email again, or ask for a new one.';

/**
 * Returns a value of the URL's hash, which servers do not log, and removes the hash, so that the value does
 * not stay in the history of the browser.
 */
export function consumeFromHash(name: string): string {
  const value = new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
  if (value) history.replaceState(history.state, '', location.pathname + location.search);
  return value;
}
