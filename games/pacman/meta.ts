import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 9,
  game: 'pacman',
  name: 'Pacman',
  tagline: 'A maze, 286 dots, and four ghosts with four ideas of where you will be.',
  howToPlay: [
    'Eat every dot. You keep moving; you can choose a turn before you reach the corner.',
    'One ghost chases you, one waits ahead of you, one comes from the other side, and one is shy when it is near.',
    'The four large pellets scare them: for a while you can eat the ghosts as well.',
    'The tunnel on the left leads out on the right. Ghosts are slow in it.',
    'Classic: one life, one point per dot. Arcade: three lives, nine increasingly fast levels, and fruit.',
  ],
  controls: [
    {
      does: 'Choose the way',
      keys: 'Arrows or W A S D',
      touch: 'Swipe over the field, or the pad',
      gamepad: 'Stick or cross',
    },
  ],
  modes: [
    {
      id: 'classic',
      name: 'Classic',
      about: 'One life, one maze, every dot counts.',
      options: { mode: 'classic' },
    },
    {
      id: 'arcade',
      name: 'Arcade',
      about: 'Nine levels, three lives, fruit and points.',
      options: { mode: 'arcade' },
    },
  ],
};
