import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 10,
  game: 'space-invaders',
  name: 'Space Invaders',
  tagline: 'They march, they turn, they come one row lower. You have a laser.',
  howToPlay: [
    'Move along the ground and fire upwards; an invader that is hit is gone.',
    'They march to the edge, come down a row and march back. When one reaches you, it is over.',
    'Classic: 33 invaders on a grid. Your score is how many of them you have hit.',
    'Arcade: ten waves. They drop bombs and grow faster as they thin out; shields wear down; the red ship at the top is worth up to 300.',
    'Arcade: three lives, one more at 1,500 points, and 500 points for each that is left at the end.',
  ],
  controls: [
    {
      does: 'Move',
      keys: '← → or A D',
      touch: 'Slide a finger over the field, or the pad',
      gamepad: 'Stick or cross',
    },
    {
      does: 'Fire',
      keys: 'Space or Enter',
      touch: 'Fires while you touch the field, or the pad',
      gamepad: 'First button',
    },
  ],
  modes: [
    {
      id: 'classic',
      name: 'Classic',
      about: 'Thirty-three invaders, one grid, no mercy.',
      options: { mode: 'classic' },
    },
    {
      id: 'arcade',
      name: 'Arcade',
      about: 'Ten waves, shields, bombs and a bonus ship.',
      options: { mode: 'arcade' },
    },
  ],
};
