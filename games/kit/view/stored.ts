/** Scores and settings of games in localStorage. */

/** Reads a stored value, which may have been written by an older version or by hand. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // No storage or invalid JSON: the same as nothing stored.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The game works without storage.
  }
}

const BEST_KEY = 'game-best';
const SOUND_KEY = 'game-sound';
const PAD_KEY = 'game-pad';

const isScore = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function readBests(): Record<string, number> {
  const stored = read(BEST_KEY);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, score]) => isScore(score)));
}

/** Returns the best score of a game in a mode, or null. */
export function bestScore(game: string, mode: string): number | null {
  return readBests()[`${game}/${mode}`] ?? null;
}

/** Stores a score if it is the best so far. Returns true if it is. */
export function keepScore(game: string, mode: string, score: number): boolean {
  const best = bestScore(game, mode);
  if (score <= (best ?? 0)) return false;
  write(BEST_KEY, { ...readBests(), [`${game}/${mode}`]: score });
  return true;
}

/** True unless the player has muted the sound. */
export const wantsSound = (): boolean => read(SOUND_KEY) !== false;
export const keepSound = (on: boolean): void => write(SOUND_KEY, on);

/** True or false if the player has shown or hidden the pad; null if the device decides. */
export function wantsPad(): boolean | null {
  const stored = read(PAD_KEY);
  return typeof stored === 'boolean' ? stored : null;
}
export const keepPad = (on: boolean): void => write(PAD_KEY, on);
