import { GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';

const KEY = 'guest-token';

/** The header by which the API knows again what a guest has written; none before the first time. */
export function guestHeader(): Record<string, string> {
  try {
    const token = localStorage.getItem(KEY);
    return token ? { [GUEST_TOKEN_HEADER]: token } : {};
  } catch {
    return {};
  }
}

/** Keeps what the API answered to a guest; null leaves what is there. */
export function keepGuestToken(token: string | null): void {
  if (token === null) return;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // A browser that keeps nothing shows a held response until the page is left.
  }
}
