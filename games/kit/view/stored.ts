/** What games keep in the browser: the best scores, and whether there is sound. */

/** Other things may be stored under our keys by older versions or by hand: nothing is trusted. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // No storage, or no JSON: as if nothing was kept.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
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

/** The best score of a game in a mode, or null before the first. */
export function bestScore(game: string, mode: string): number | null {
  return readBests()[`${game}/${mode}`] ?? null;
}

/** Keeps a score if none was better; says whether it is a new best. */
export function keepScore(game: string, mode: string, score: number): boolean {
  const best = bestScore(game, mode);
  if (score <= (best ?? 0)) return false;
  write(BEST_KEY, { ...readBests(), [`${game}/${mode}`]: score });
  return true;
}

/** Whether the player wants to hear anything. */
export const wantsSound = (): boolean => read(SOUND_KEY) !== false;
export const keepSound = (on: boolean): void => write(SOUND_KEY, on);

/** Whether the on-screen pad is shown; null: as the device suggests. */
export function wantsPad(): boolean | null {
  const stored = read(PAD_KEY);
  return typeof stored === 'boolean' ? stored : null;
}
export const keepPad = (on: boolean): void => write(PAD_KEY, on);
