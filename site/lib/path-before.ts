import type { Session } from '../stores/session.ts';
import { localPath } from './local-path.ts';

/** Pages that nobody wants to come back to after signing in. */
const accountPages =
  /^\/(login|register|forgot-password|reset-password|confirm-email|revert-email|invitation)([/?]|$)/;

/**
 * Where a reader was before they came to sign in: what the address says (`?next=`), else the page of
 * this site whose link they followed. `/` where neither is known or it lies elsewhere.
 */
export function pathBefore(): string {
  return leadBack(askedPath() ?? pathOfReferrer());
}

/** Where the address says to go after joining (`?next=`), else `/` as documented. */
export const pathAsked = (): string => leadBack(askedPath());

const askedPath = () => new URLSearchParams(location.search).get('next');

function leadBack(asked: string | null): string {
  const path = localPath(asked);
  return accountPages.test(path) ? '/' : path;
}

function pathOfReferrer(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin ? pathname + search : null;
}

/** Said where somebody is signed out because the API no longer knows the session. */
export const SESSION_ENDED = 'Your session has ended, so you are signed out. Please sign in again.';

/** Returns what the address of the sign-in page ends with, so that the page says if a session has ended. */
export const endedParameter = (session: Session): string =>
  session.state === 'guest' && session.ended ? '&ended=1' : '';

/** Returns the address of the sign-in page that leads back to `path`. */
export const signInAgain = (path: string, session: Session): string =>
  `/login?next=${encodeURIComponent(path)}${endedParameter(session)}`;

/** True if the reader was sent to sign in because their session has ended. */
export const hasSessionEnded = (): boolean => new URLSearchParams(location.search).has('ended');
