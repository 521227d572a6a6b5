import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 8,
  game: 'sweet-crush',
  name: 'Sweet Crush',
  tagline: 'Sixty-four sweets. Three in a line are confetti.',
  howToPlay: [
    'Swap two neighbouring sweets to make a line of three or more. Other swaps are undone and cost nothing.',
    'Matched lines clear, sweets fall and new ones appear. Chain matches score two, three or four times as much.',
    'A ball is worth 50 points, a gem 60, a toffee 70, a flower 80, a leaf 90 and a star 10.',
    'A line of four leaves a striped sweet, which clears its row or column when it goes. Two lines that cross leave a wrapped one, which clears all around it.',
    'A line of five leaves a rainbow. Swap it with any sweet: all of that kind go.',
    'A hint shows the best next swap. You have three of them.',
  ],
  controls: [
    {
      does: 'Swap',
      keys: 'Arrows to move, Enter or Space on one sweet, then on its neighbour. Or W A S D to swap directly',
      touch: 'Swipe a sweet, or tap both',
      gamepad: 'Cross and first button',
    },
    { does: 'Hint', keys: 'H', touch: 'Hint button', gamepad: 'Second button' },
  ],
  modes: [
    {
      id: 'levels',
      name: 'Levels',
      about: 'Eight levels, each with its own goal and a limited number of swaps.',
      options: { mode: 'levels' },
    },
    {
      id: 'classic',
      name: 'Classic',
      about: 'Thirty swaps, and as many points as they bring.',
      options: { mode: 'classic' },
    },
    {
      id: 'endless',
      name: 'Endless',
      about: 'No goal and no limit: swap until you end the game.',
      options: { mode: 'endless' },
    },
  ],
};
