import { readStored, writeStored } from './storage.ts';

/** Message for users who were signed out because the API has ended their session. */
export const SESSION_ENDED = 'Your session has ended, so you are signed out. Please sign in again.';

/** True if the user was redirected to the sign-in page because the session has ended. */
export const hasSessionEnded = (): boolean => new URLSearchParams(location.search).has('ended');

/** Set by the registration and removed when the member is greeted, as documented. */
const FIRST_LOGIN_KEY = 'firstLogin';

export function storeFirstLogin(): void {
  writeStored(FIRST_LOGIN_KEY, 'true');
}

/** Returns true once after a registration. */
export function consumeFirstLogin(): boolean {
  const isFirst = readStored(FIRST_LOGIN_KEY) !== null;
  writeStored(FIRST_LOGIN_KEY, null);
  return isFirst;
}

export function clearFirstLogin(): void {
  writeStored(FIRST_LOGIN_KEY, null);
}

const FLASH_MESSAGE_KEY = 'flash-message';

/** Stores a message for the next page. */
export function setFlashMessage(message: string): void {
  writeStored(FLASH_MESSAGE_KEY, message, 'sessionStorage');
}

/** Returns the message of the previous page and deletes it. */
export function consumeFlashMessage(): string | null {
  const message = readStored(FLASH_MESSAGE_KEY, 'sessionStorage');
  writeStored(FLASH_MESSAGE_KEY, null, 'sessionStorage');
  return message;
}
