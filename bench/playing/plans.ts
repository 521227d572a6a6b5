import type { Act } from './acts.ts';
import { holdInTurn } from './acts.ts';
import type { Sight } from './in-page.ts';
import {
  dropStones,
  markSquares,
  shootBirdShooter,
  shootBirdShooting,
  strikeMoles,
  swapSweets,
  walkMaze,
} from './players.ts';

/** How one game is measured. */
export interface Plan {
  name: string;
  /** Its number in the catalogue, and the mode that is played. */
  id: number;
  mode: string;
  acts(seed: number, untilMs: number): Act[];
  /** What is done while inputs are watched; without it the same. */
  watchedActs?(untilMs: number): Act[];
  sight: Sight;
}

/** Left and right under constant fire. */
function shootInvaders(_seed: number, untilMs: number): Act[] {
  const ways = holdInTurn(['ArrowRight', 'ArrowLeft'], {
    fromMs: 100,
    everyMs: 800,
    holdMs: 700,
    untilMs,
  });
  return [{ atMs: 0, hold: ' ' }, ...ways, { atMs: untilMs, release: ' ' }];
}

/** Back and forth, which is done at once wherever Pacman is. It begins after 1.5 s. */
const turnBack = (untilMs: number): Act[] =>
  holdInTurn(['ArrowRight', 'ArrowLeft'], { fromMs: 1800, everyMs: 250, holdMs: 60, untilMs });

const ship: Sight = { keys: 'ArrowLeft ArrowRight', sprite: [20, 12] };
const crosshair: Sight = { keys: 'pointermove', arc: 9 };
const digits = '1 2 3 4 5 6 7 8 9';

/** Each game as it is played here: shots, chains, ghosts, robots and all. */
export const plans: readonly Plan[] = [
  { name: 'Space Invaders', id: 10, mode: 'classic', acts: shootInvaders, sight: ship },
  { name: 'Space Invaders, arcade', id: 10, mode: 'arcade', acts: shootInvaders, sight: ship },
  {
    name: 'Pacman, arcade',
    id: 9,
    mode: 'arcade',
    acts: walkMaze,
    watchedActs: turnBack,
    sight: { keys: 'ArrowLeft ArrowRight', turned: true },
  },
  {
    name: 'Sweet Crush',
    id: 8,
    mode: 'classic',
    acts: swapSweets,
    sight: {
      keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight s d',
      attribute: 'style',
    },
  },
  {
    name: 'Connect Four, expert',
    id: 29,
    mode: 'expert',
    acts: dropStones,
    sight: { keys: digits, attribute: 'data-player' },
  },
  {
    name: 'Tic Tac Toe, robot',
    id: 33,
    mode: 'robot',
    acts: markSquares,
    sight: { keys: digits, attribute: 'data-mark' },
  },
  {
    name: 'Whac-A-Mole',
    id: 27,
    mode: 'garden',
    acts: strikeMoles,
    sight: { keys: digits, sprite: [56, 56] },
  },
  { name: 'Bird Shooting', id: 28, mode: 'classic', acts: shootBirdShooting, sight: crosshair },
  { name: 'Bird Shooter', id: 30, mode: 'waves', acts: shootBirdShooter, sight: crosshair },
];
