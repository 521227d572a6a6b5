import type { VisibleEffect } from './in-page.ts';
import {
  type Action,
  dropDiscs,
  hitMoles,
  holdInTurn,
  markSquares,
  shootBirdShooter,
  shootBirdShooting,
  swapSweets,
  walkMaze,
} from './players.ts';

/** Settings for the measurement of one game. */
export interface Plan {
  name: string;
  /** Number in the catalogue. */
  id: number;
  mode: string;
  actions(seed: number, untilMs: number): Action[];
  /** Inputs while their effects are measured; those of `actions` by default. */
  watchedActions?(untilMs: number): Action[];
  effect: VisibleEffect;
}

/** Moves left and right and shoots all the time. */
function shootInvaders(_seed: number, untilMs: number): Action[] {
  const moves = holdInTurn(['ArrowRight', 'ArrowLeft'], {
    fromMs: 100,
    everyMs: 800,
    holdMs: 700,
    untilMs,
  });
  return [{ atMs: 0, hold: ' ' }, ...moves, { atMs: untilMs, release: ' ' }];
}

/** Turns back and forth, which Pacman can do everywhere. The game begins after 1.5 s. */
const turnBack = (untilMs: number): Action[] =>
  holdInTurn(['ArrowRight', 'ArrowLeft'], { fromMs: 1800, everyMs: 250, holdMs: 60, untilMs });

const ship: VisibleEffect = { keys: 'ArrowLeft ArrowRight', sprite: [20, 12] };
const crosshair: VisibleEffect = { keys: 'pointermove', arc: 9 };
const digits = '1 2 3 4 5 6 7 8 9';

/** Settings of all measured games. */
export const plans: readonly Plan[] = [
  { name: 'Space Invaders', id: 10, mode: 'classic', actions: shootInvaders, effect: ship },
  { name: 'Space Invaders, arcade', id: 10, mode: 'arcade', actions: shootInvaders, effect: ship },
  {
    name: 'Pacman, arcade',
    id: 9,
    mode: 'arcade',
    actions: walkMaze,
    watchedActions: turnBack,
    effect: { keys: 'ArrowLeft ArrowRight', turned: true },
  },
  {
    name: 'Sweet Crush',
    id: 8,
    mode: 'classic',
    actions: swapSweets,
    effect: {
      keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight s d',
      attribute: 'style',
    },
  },
  {
    name: 'Connect Four, expert',
    id: 29,
    mode: 'expert',
    actions: dropDiscs,
    effect: { keys: digits, attribute: 'data-player' },
  },
  {
    name: 'Tic Tac Toe, robot',
    id: 33,
    mode: 'robot',
    actions: markSquares,
    effect: { keys: digits, attribute: 'data-mark' },
  },
  {
    name: 'Whac-A-Mole',
    id: 27,
    mode: 'garden',
    actions: hitMoles,
    effect: { keys: digits, sprite: [56, 56] },
  },
  { name: 'Bird Shooting', id: 28, mode: 'classic', actions: shootBirdShooting, effect: crosshair },
  { name: 'Bird Shooter', id: 30, mode: 'waves', actions: shootBirdShooter, effect: crosshair },
];
