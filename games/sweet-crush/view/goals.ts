/** What a level asks for and how far it is; what each sweet is worth. */
import { element } from '../../kit/view/element.ts';
import { type Goal, KINDS, WORTHS } from '../constants.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweet-art.ts';
import { goalWords } from './words.ts';

/** The goals above the board. */
export interface Goals {
  element: HTMLElement;
  show(state: State): void;
}

function goalItem(goal: Goal, done: number): HTMLElement {
  const reached = Math.min(done, goal.count);
  return element(
    'li',
    { class: 'sweets-goal', 'data-done': reached === goal.count },
    ...(typeof goal.of === 'number' ? [drawingOf(goal.of)] : []),
    element('span', {}, `${reached} of ${goalWords(goal)}`.replace('of set off', 'of')),
  );
}

/** A list that is drawn anew whenever a goal comes nearer. */
export function createGoals(): Goals {
  const list = element('ul', { class: 'sweets-goals', 'aria-label': 'Goals' });
  let shown = '';
  return {
    element: list,
    show(state) {
      const goals = goalsOf(state);
      const now = JSON.stringify([state.level, state.done]);
      if (now === shown) return;
      shown = now;
      list.hidden = goals.length === 0;
      list.replaceChildren(...goals.map((goal, index) => goalItem(goal, state.done[index] ?? 0)));
    },
  };
}

/** The six kinds and their worths. */
export const worthsList = (): HTMLElement =>
  element(
    'ul',
    { class: 'sweets-worths', 'aria-label': 'What sweets are worth' },
    ...WORTHS.map((worth, index) =>
      element(
        'li',
        {},
        drawingOf(index + 1),
        element('span', { class: 'game-hidden' }, `${KINDS[index]} `),
        element('span', {}, `${worth}`),
      ),
    ),
  );
