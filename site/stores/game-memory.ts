import { persistentAtom } from '@nanostores/persistent';
import './persistent-engine.ts';

/** Best scores by game and mode: `pacman/classic`. */
type Bests = Readonly<Record<string, number>>;
/** State of the pad that the player chose; with `auto` the device decides. */
type PadChoice = 'shown' | 'hidden' | 'auto';
/** Largest volume of sounds, in percent. */
const VOLUME_MAX = 100;

/** Parses JSON that an older version or a person may have written. Returns null if it is invalid. */
function parseStored(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

const isScore = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function readBests(stored: string): Bests {
  const bests = parseStored(stored);
  if (typeof bests !== 'object' || bests === null || Array.isArray(bests)) return {};
  return Object.fromEntries(Object.entries(bests).filter(([, score]) => isScore(score)));
}

function readVolume(stored: string): number {
  const volume = parseStored(stored);
  return isScore(volume) && volume <= VOLUME_MAX ? volume : VOLUME_MAX;
}

const readPadChoice = (stored: string): PadChoice =>
  stored === 'shown' || stored === 'hidden' ? stored : 'auto';

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
const $pad = persistentAtom<PadChoice>('game-pad', 'auto', {
  encode: String,
  decode: readPadChoice,
});

/** Returns the stored scores of a game and the settings of all games, as the `GameMemory` of its session. */
export const gameMemory = (game: string) => ({
  bestOf: (mode: string) => $bests.get()[`${game}/${mode}`] ?? null,
  saveBest: (mode: string, score: number) =>
    $bests.set({ ...$bests.get(), [`${game}/${mode}`]: score }),
  wantsSound: () => $sound.get(),
  saveSound: (isOn: boolean) => $sound.set(isOn),
  volume: () => $volume.get(),
  saveVolume: (volume: number) => $volume.set(volume),
  padChoice: () => $pad.get(),
  savePad: (isShown: boolean) => $pad.set(isShown ? 'shown' : 'hidden'),
});
