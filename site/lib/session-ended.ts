import type { Session } from '../stores/session.ts';

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
