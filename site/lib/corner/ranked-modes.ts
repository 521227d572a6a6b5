import { meta as birdShooter } from '#games/bird-shooter/meta.ts';
import { meta as birdShooting } from '#games/bird-shooting/meta.ts';
import { meta as connectFour } from '#games/connect-four/meta.ts';
import { meta as pacman } from '#games/pacman/meta.ts';
import { meta as spaceInvaders } from '#games/space-invaders/meta.ts';
import { meta as sweetCrush } from '#games/sweet-crush/meta.ts';
import { meta as ticTacToe } from '#games/tic-tac-toe/meta.ts';
import { meta as whacAMole } from '#games/whac-a-mole/meta.ts';

const played = [
  ...[sweetCrush, pacman, spaceInvaders, whacAMole],
  ...[birdShooting, connectFour, birdShooter, ticTacToe],
];

/** Modes of a game whose scores are counted, by its number in the catalogue; none of most games. */
export const rankedModes = (id: number): { id: string; name: string }[] =>
  (played.find((game) => game.id === id)?.modes ?? [])
    .filter(({ ranked }) => ranked !== false)
    .map(({ id, name }) => ({ id, name }));
