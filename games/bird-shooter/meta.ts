import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 30,
  game: 'bird-shooter',
  name: 'Bird Shooter',
  tagline: 'Eight waves over the reeds, six cartridges at a time.',
  howToPlay: [
    'Geese are slow and worth 10, pigeons 25, swifts, small and quick, 60.',
    'The gun holds six cartridges. Loading it takes more than a second: choose your moment.',
    'Four hits in a row double what the next ones are worth, up to five times. A miss or an escaped bird resets the multiplier.',
    'Clearing a wave without an escape earns 100 points. The game ends after 15 escapes.',
  ],
  controls: [
    {
      does: 'Aim',
      keys: 'Arrows or W A S D',
      touch: 'A finger, or the pad',
      gamepad: 'Stick or cross',
    },
    { does: 'Shoot', keys: 'Space or Enter', touch: 'Tap, or the pad', gamepad: 'First button' },
    {
      does: 'Reload',
      keys: 'X or Shift',
      touch: 'Tap the cartridges, or the pad',
      gamepad: 'Second button',
    },
  ],
  modes: [{ id: 'waves', name: 'Waves', about: 'Eight waves.', options: {} }],
};
