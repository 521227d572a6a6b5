/** Said where somebody is signed out because the API no longer knows the session. */
export const SESSION_ENDED = 'Your session has ended, so you are signed out. Please sign in again.';

/** True if the reader was sent to sign in because their session has ended. */
export const hasSessionEnded = (): boolean => new URLSearchParams(location.search).has('ended');
