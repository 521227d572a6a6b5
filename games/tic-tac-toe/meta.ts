import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 33,
  game: 'tic-tac-toe',
  name: 'Tic Tac Toe',
  tagline: 'Nine squares, three in a row: with a friend, or against a robot without fault.',
  howToPlay: [
    'x begins, then x and o alternate, a free square each.',
    'Three in a row horizontally, vertically or diagonally wins. A full board is a draw.',
    'The robot never loses. A draw is the best you can get, and is worth one point.',
  ],
  controls: [
    {
      does: 'Mark a square',
      keys: 'Arrows, then Enter or Space; or 1 to 9',
      touch: 'Tap it',
      gamepad: 'D-pad, then A',
    },
  ],
  modes: [
    {
      id: 'friend',
      name: 'A friend',
      about: 'Two people at one board.',
      options: { opponent: 'friend' },
      ranked: false,
    },
    {
      id: 'robot',
      name: 'The robot',
      about: 'You are x and begin.',
      options: { opponent: 'robot', begins: 'you' },
    },
    {
      id: 'robot-begins',
      name: 'The robot begins',
      about: 'You are o. Harder.',
      options: { opponent: 'robot', begins: 'robot' },
    },
  ],
};
