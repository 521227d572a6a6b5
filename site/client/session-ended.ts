/** Message for users who were signed out because the API has ended their session. */
export const SESSION_ENDED = 'Your session has ended, so you are signed out. Please sign in again.';

/** True if the user was redirected to the sign-in page because the session has ended. */
export const hasSessionEnded = (): boolean => new URLSearchParams(location.search).has('ended');
