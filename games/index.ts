/** The games that can be played on the site: the only list of them. */
import { meta as birdShooter } from './bird-shooter/meta.ts';
import { meta as birdShooting } from './bird-shooting/meta.ts';
import { meta as connectFour } from './connect-four/meta.ts';
import type { AnyEngine } from './kit/engine.ts';
import type { GameMeta } from './kit/meta.ts';
import type { AnyPlayableGame } from './kit/view/game-view.ts';
import { meta as pacman } from './pacman/meta.ts';
import { meta as spaceInvaders } from './space-invaders/meta.ts';
import { meta as sweetCrush } from './sweet-crush/meta.ts';
import { meta as ticTacToe } from './tic-tac-toe/meta.ts';
import { meta as whacAMole } from './whac-a-mole/meta.ts';

/** A game: its description, and loaders of its rules and of its view. */
export interface GameModule {
  readonly meta: GameMeta;
  loadEngine(): Promise<AnyEngine>;
  loadView(): Promise<{ game: AnyPlayableGame }>;
}

export const games: readonly GameModule[] = [
  {
    meta: sweetCrush,
    loadEngine: () => import('./sweet-crush/engine.ts'),
    loadView: () => import('./sweet-crush/view.ts'),
  },
  {
    meta: pacman,
    loadEngine: () => import('./pacman/engine.ts'),
    loadView: () => import('./pacman/view.ts'),
  },
  {
    meta: spaceInvaders,
    loadEngine: () => import('./space-invaders/engine.ts'),
    loadView: () => import('./space-invaders/view.ts'),
  },
  {
    meta: whacAMole,
    loadEngine: () => import('./whac-a-mole/engine.ts'),
    loadView: () => import('./whac-a-mole/view.ts'),
  },
  {
    meta: birdShooting,
    loadEngine: () => import('./bird-shooting/engine.ts'),
    loadView: () => import('./bird-shooting/view.ts'),
  },
  {
    meta: connectFour,
    loadEngine: () => import('./connect-four/engine.ts'),
    loadView: () => import('./connect-four/view.ts'),
  },
  {
    meta: birdShooter,
    loadEngine: () => import('./bird-shooter/engine.ts'),
    loadView: () => import('./bird-shooter/view.ts'),
  },
  {
    meta: ticTacToe,
    loadEngine: () => import('./tic-tac-toe/engine.ts'),
    loadView: () => import('./tic-tac-toe/view.ts'),
  },
];
