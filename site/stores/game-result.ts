import { atom } from 'nanostores';
import type { Told } from '../lib/games/counted-play.ts';

/** What has become of the game that was played last on this page; null before. */
export const $gameResult = atom<Told | null>(null);
