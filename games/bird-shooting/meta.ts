import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 28,
  game: 'bird-shooting',
  name: 'Bird Shooting',
  tagline: 'Seven seconds. A new bird every half second.',
  howToPlay: [
    'Aim and shoot: fourteen birds come in a round of seven seconds.',
    'Classic: hit seven of them before the countdown is over.',
    'Season: five rounds with smaller, faster birds; hit 5, 6, 7, 8 and 9 of them.',
    'A bird is worth 10 points in the first round, 20 in the second, and so on.',
  ],
  controls: [
    {
      does: 'Aim',
      keys: 'Arrows or W A S D',
      touch: 'A finger, or the pad',
      gamepad: 'Stick or cross',
    },
    { does: 'Shoot', keys: 'Space or Enter', touch: 'Tap, or the pad', gamepad: 'First button' },
  ],
  modes: [
    {
      id: 'classic',
      name: 'Classic',
      about: 'One round of seven seconds.',
      options: { mode: 'classic' },
    },
    {
      id: 'season',
      name: 'Season',
      about: 'Five rounds, each harder.',
      options: { mode: 'season' },
    },
  ],
};
