import { atom } from 'nanostores';
import type { GameScreen } from '#games/kit/view/screens.ts';

/** Screen over the field of the game on this page, and the element it is rendered into; null for none. */
export const $gameScreen = atom<{ screen: GameScreen; host: HTMLElement } | null>(null);
