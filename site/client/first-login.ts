import { readStored, writeStored } from './storage.ts';

/** As documented: set when somebody has just registered. */
const KEY = 'firstLogin';

export function rememberFirstLogin(): void {
  writeStored(KEY, 'true');
}

/** Returns whether somebody has just registered, once. */
export function takeFirstLogin(): boolean {
  const isFirst = readStored(KEY) !== null;
  writeStored(KEY, null);
  return isFirst;
}

export function forgetFirstLogin(): void {
  writeStored(KEY, null);
}
