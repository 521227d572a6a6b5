import { readStored, writeStored } from './storage.ts';

/** Set by the registration and removed when the member is greeted, as documented. */
const KEY = 'firstLogin';

export function storeFirstLogin(): void {
  writeStored(KEY, 'true');
}

/** Returns true once after a registration. */
export function takeFirstLogin(): boolean {
  const isFirst = readStored(KEY) !== null;
  writeStored(KEY, null);
  return isFirst;
}

export function clearFirstLogin(): void {
  writeStored(KEY, null);
}
