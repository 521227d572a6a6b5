/** Goals of the level with their progress, and points of each kind. */
import type { LegendEntry, Goal as ShownGoal } from '../../kit/view/game-view.ts';
import { KIND_POINTS, KINDS } from '../constants.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweet-art.ts';
import { goalText } from './words.ts';

/** Returns the goals of the level with their progress. */
export const goalsWithProgress = (state: State): ShownGoal[] =>
  goalsOf(state).map((goal, index) => {
    const reached = Math.min(state.done[index] ?? 0, goal.count);
    return {
      ...(typeof goal.of === 'number' && { picture: drawingOf(goal.of) }),
      text: `${reached} of ${goalText(goal)}`.replace('of set off', 'of'),
      isReached: reached === goal.count,
    };
  });

/** Points of each kind. */
export const kindPoints: readonly LegendEntry[] = KIND_POINTS.map((value, index) => ({
  picture: drawingOf(index + 1),
  name: `${KINDS[index]}`,
  value,
}));
