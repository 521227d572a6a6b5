import { readStored, writeStored } from './storage.ts';

const KEY = 'profile-said';

/** Stores a message for the next page. */
export function setFlashMessage(message: string): void {
  writeStored(KEY, message, 'sessionStorage');
}

/** Returns the message of the previous page and deletes it. */
export function takeFlashMessage(): string | null {
  const message = readStored(KEY, 'sessionStorage');
  writeStored(KEY, null, 'sessionStorage');
  return message;
}
