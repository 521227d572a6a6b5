/** Goals of the level with their progress, and points of each kind. */
import type { LegendEntry, Goal as ShownGoal } from '../../kit/view/game-view.ts';
import { KIND_POINTS, KINDS } from '../constants.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweet-art.ts';
import { goalText } from './words.ts';

/** Drawings of the kinds, which never change: a move only updates the progress. */
const kindDrawings = KINDS.map((_, index) => drawingOf(index + 1));

/** Returns the goals of the level with their progress. */
export const goalsWithProgress = (state: State): ShownGoal[] =>
  goalsOf(state).map((goal, index) => {
    const reached = Math.min(state.done[index] ?? 0, goal.count);
    return {
      picture: typeof goal.of === 'number' ? kindDrawings[goal.of - 1] : undefined,
      text: `${reached} of ${goalText(goal)}`.replace('of set off', 'of'),
      isReached: reached === goal.count,
    };
  });

/** Points of each kind. */
export const kindPoints: readonly LegendEntry[] = KIND_POINTS.map((value, index) => ({
  picture: kindDrawings[index] ?? [],
  name: `${KINDS[index]}`,
  value,
}));
