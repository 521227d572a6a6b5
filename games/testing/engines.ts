import type { RandomPlayer } from './random-games.ts';

/** Each game by its folder, and how it is played by chance. */
export const randomPlayers: Readonly<Record<string, RandomPlayer>> = {
  'space-invaders': {
    options: [{ mode: 'classic' }, { mode: 'arcade' }],
    inputs: 64,
    longest: 40,
    steps: 6000,
  },
  pacman: {
    options: [{ mode: 'classic' }, { mode: 'arcade' }],
    inputs: 16,
    longest: 60,
    steps: 3000,
  },
  'connect-four': {
    options: [
      { opponent: 'human', level: 'easy' },
      { opponent: 'robot', level: 'easy' },
      { opponent: 'robot', level: 'medium' },
      { opponent: 'robot', level: 'hard' },
    ],
    // The squares, the robot's move and taking back.
    inputs: 50,
    longest: 1,
    steps: 400,
  },
  'tic-tac-toe': {
    options: [
      { opponent: 'friend', begins: 'you' },
      { opponent: 'robot', begins: 'robot' },
    ],
    inputs: 10,
    longest: 1,
    steps: 100,
  },
  // Blows on nine holes.
  'whac-a-mole': { options: [{}], inputs: 10, longest: 20, steps: 5000 },
  // Shots anywhere in the sky, and reloading.
  'bird-shooting': {
    options: [{ mode: 'classic' }, { mode: 'season' }],
    inputs: 76_801,
    longest: 15,
    steps: 3000,
  },
  'bird-shooter': { options: [{}], inputs: 76_802, longest: 15, steps: 5000 },
  'sweet-crush': {
    options: [{ mode: 'levels' }, { mode: 'classic' }, { mode: 'endless' }],
    // Swaps of neighbours, settling, the hint and the end of an endless game.
    inputs: 131,
    longest: 1,
    steps: 1500,
  },
};
