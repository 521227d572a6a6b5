import { persistentAtom } from '@nanostores/persistent';
import './persistent-engine.ts';

/** Best scores by game and mode: `pacman/classic`. */
type Bests = Readonly<Record<string, number>>;
/** True if the pad is shown, false if it is hidden; null if the device decides. */
type PadChoice = boolean | null;
/** Largest volume of sounds, in percent. */
const VOLUME_MAX = 100;

/** Parses JSON that an older version or a person may have written. Returns null if it is invalid. */
function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

const isScore = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function readBests(stored: string): Bests {
  const bests = parse(stored);
  if (typeof bests !== 'object' || bests === null || Array.isArray(bests)) return {};
  return Object.fromEntries(Object.entries(bests).filter(([, score]) => isScore(score)));
}

function readVolume(stored: string): number {
  const volume = parse(stored);
  return isScore(volume) && volume <= VOLUME_MAX ? volume : VOLUME_MAX;
}

function readPadChoice(stored: string): PadChoice {
  const choice = parse(stored);
  return typeof choice === 'boolean' ? choice : null;
}

const $bests = persistentAtom<Bests>(
  'game-best',
  {},
  { encode: JSON.stringify, decode: readBests },
);
const $sound = persistentAtom<boolean>('game-sound', true, {
  encode: String,
  decode: (stored: string) => stored !== 'false',
});
const $volume = persistentAtom<number>('game-volume', VOLUME_MAX, {
  encode: String,
  decode: readVolume,
});
const $pad = persistentAtom<PadChoice>('game-pad', null, { encode: String, decode: readPadChoice });

/** Returns the stored scores of a game and the settings of all games, as the `GameMemory` of its session. */
export const gameMemory = (game: string) => ({
  bestOf: (mode: string) => $bests.get()[`${game}/${mode}`] ?? null,
  saveBest: (mode: string, score: number) =>
    $bests.set({ ...$bests.get(), [`${game}/${mode}`]: score }),
  wantsSound: () => $sound.get(),
  saveSound: (isOn: boolean) => $sound.set(isOn),
  volume: () => $volume.get(),
  saveVolume: (volume: number) => $volume.set(volume),
  wantsPad: () => $pad.get(),
  savePad: (isShown: boolean) => $pad.set(isShown),
});
