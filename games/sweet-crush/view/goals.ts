/** Goals of the level with their progress, and points of each kind. */
import type { LegendEntry, Goal as ShownGoal } from '../../kit/view/game-view.ts';
import { KINDS, WORTHS } from '../constants.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweet-art.ts';
import { goalWords } from './words.ts';

/** Returns the goals of the level with their progress. */
export const goalsShown = (state: State): ShownGoal[] =>
  goalsOf(state).map((goal, index) => {
    const reached = Math.min(state.done[index] ?? 0, goal.count);
    return {
      ...(typeof goal.of === 'number' && { picture: drawingOf(goal.of) }),
      text: `${reached} of ${goalWords(goal)}`.replace('of set off', 'of'),
      isReached: reached === goal.count,
    };
  });

/** Points of each kind. */
export const worths: readonly LegendEntry[] = WORTHS.map((value, index) => ({
  picture: drawingOf(index + 1),
  name: `${KINDS[index]}`,
  value,
}));
