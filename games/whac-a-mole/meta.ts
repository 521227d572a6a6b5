import type { GameMeta } from '../kit/meta.ts';

export const meta: GameMeta = {
  id: 27,
  game: 'whac-a-mole',
  name: 'Whac-A-Mole',
  tagline: 'A mole, an ostrich, nine holes and a hammer. Neither stays for long.',
  howToPlay: [
    'Hit the animals that pop up; they disappear and come up in another hole.',
    'The mole is worth 10 points, the ostrich, who is quicker, 20.',
    'Five hits in a row double what the next ones are worth, ten treble it, fifteen make it fourfold.',
    'Hitting an empty hole or letting an animal get away counts as a miss. The game ends after twelve misses.',
    'Six rounds of twelve seconds, each quicker than the one before.',
  ],
  controls: [
    {
      does: 'Hit a hole',
      keys: '1 to 9 as they are read, the number pad as it lies, or arrows and Space',
      touch: 'Tap it, or the pad',
      gamepad: 'Cross, then the first button',
    },
  ],
  modes: [{ id: 'garden', name: 'Garden', about: 'Six rounds.', options: {} }],
};
