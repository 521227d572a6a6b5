import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 29,
  game: 'connect-four',
  name: 'Connect Four',
  tagline:
    'Six rows, eight columns, four in a row: against a person beside you, or a robot that may see it coming.',
  howToPlay: [
    'Take turns. A disc drops to the lowest free square of its column, so choose that square.',
    'Get four discs in a row horizontally, vertically or diagonally to win. A full board is a draw.',
    'Player one has the ringed discs and goes first; player two has the discs with a hole.',
    'Against the robot you can take moves back and ask for a hint, ten times each in a game.',
    'A win is worth more the stronger the robot and the more squares are left; help costs ten points.',
  ],
  controls: [
    {
      does: 'Crop image',
      keys: 'Arrows, then Enter or Space',
      touch: 'Tap it',
      gamepad: 'D-pad, then A',
    },
    { does: 'Drop in a column', keys: '1 to 8', touch: 'Tap its lowest free square', gamepad: '–' },
    { does: 'Take back', keys: 'U', touch: 'Undo button', gamepad: 'B' },
    { does: 'Hint', keys: 'H', touch: 'Hint button', gamepad: '–' },
  ],
  modes: [
    {
      id: 'easy',
      name: 'Robot, easy',
      about: 'Takes the first square that is free.',
      options: { opponent: 'robot', level: 'easy' },
    },
    {
      id: 'medium',
      name: 'Robot, medium',
      about: 'Sees a win, and a block.',
      options: { opponent: 'robot', level: 'medium' },
    },
    {
      id: 'hard',
      name: 'Robot, hard',
      about: 'Looks six moves ahead.',
      options: { opponent: 'robot', level: 'hard' },
    },
    {
      id: 'expert',
      name: 'Robot, expert',
      about: 'Looks twelve moves ahead, and more near the end.',
      options: { opponent: 'robot', level: 'expert' },
    },
    {
      id: 'human',
      name: 'Human',
      about: 'Two people at one board.',
      options: { opponent: 'human' },
      ranked: false,
    },
  ],
};
