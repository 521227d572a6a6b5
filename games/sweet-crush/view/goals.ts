/** Goals of the level with their progress, and points of each kind. */
import { element, setText } from '../../kit/view/element.ts';
import { type Goal, KINDS, WORTHS } from '../constants.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweet-art.ts';
import { goalWords } from './words.ts';

/** The list of goals above the board. */
export interface Goals {
  element: HTMLElement;
  show(state: State): void;
}

/** One goal in the list. */
interface Item {
  goal: Goal;
  element: HTMLElement;
  words: HTMLElement;
}

function goalItem(goal: Goal): Item {
  const words = element('span');
  const drawing = typeof goal.of === 'number' ? [drawingOf(goal.of)] : [];
  return { goal, element: element('li', { class: 'sweets-goal' }, ...drawing, words), words };
}

/** Creates the list; it is rebuilt for each level and updated in between. */
export function createGoals(): Goals {
  const list = element('ul', { class: 'sweets-goals', 'aria-label': 'Goals' });
  let items: Item[] = [];
  list.hidden = true;
  return {
    element: list,
    show(state) {
      const goals = goalsOf(state);
      if (goals.length !== items.length || items.some(({ goal }, index) => goal !== goals[index])) {
        items = goals.map(goalItem);
        list.hidden = items.length === 0;
        list.replaceChildren(...items.map((item) => item.element));
      }
      for (const [index, { goal, element: place, words }] of items.entries()) {
        const reached = Math.min(state.done[index] ?? 0, goal.count);
        setText(words, `${reached} of ${goalWords(goal)}`.replace('of set off', 'of'));
        place.toggleAttribute('data-done', reached === goal.count);
      }
    },
  };
}

/** Creates the list of the six kinds and their points. */
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
