/** As documented: set when somebody has just registered. */
const KEY = 'firstLogin';

export function rememberFirstLogin(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Only a greeting depends on it.
  }
}

/** Returns whether somebody has just registered, once. */
export function takeFirstLogin(): boolean {
  try {
    if (localStorage.getItem(KEY) === null) return false;
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}

export function forgetFirstLogin(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
