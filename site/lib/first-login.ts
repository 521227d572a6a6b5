/** As documented: set when somebody has just registered. */
const KEY = 'firstLogin';

export function rememberFirstLogin(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Only a greeting depends on it.
  }
}

export function forgetFirstLogin(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
