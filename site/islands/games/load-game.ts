import { games } from '#games/index.ts';
import type { AnyPlayableGame } from '#games/kit/view/game-view.ts';
import { loadStyles } from '../../client/load-styles.ts';
import styles from './games.css?url';

/** Loads the game with this id in the catalogue, with its style sheets. */
export async function loadGame(id: number): Promise<AnyPlayableGame> {
  const known = games.find(({ meta }) => meta.id === id);
  if (!known) throw new Error(`game ${id} cannot be played here`);
  const [{ game }] = await Promise.all([known.loadView(), loadStyles(styles)]);
  await Promise.all(game.styles.map(loadStyles));
  return game;
}
