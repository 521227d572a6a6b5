import type { LegendEntry, Goal as ShownGoal } from '../../kit/view/game-view.ts';
import {
  ACROSS,
  BOMB,
  DOWNWARDS,
  EMPTY,
  inputOf,
  kindOf,
  PLAIN,
  RAINBOW,
  type Sweet,
  specialOf,
  swapOf,
} from '../board.ts';
import { type Goal, KIND_POINTS, KINDS, LEVELS, SIDE } from '../constants.ts';
import { scoreOf } from '../engine.ts';
import { goalsOf, type State } from '../state.ts';
import { drawingOf } from './sweets-canvas.ts';

/** Drawings of the kinds, which never change: a move only updates the progress. */
const kindDrawings = KINDS.map((_, index) => drawingOf(index + 1));

export const goalsWithProgress = (state: State): ShownGoal[] =>
  goalsOf(state).map((goal, index) => {
    const reached = Math.min(state.done[index] ?? 0, goal.count);
    return {
      drawing: typeof goal.of === 'number' ? kindDrawings[goal.of - 1] : undefined,
      text: `${reached} of ${goalText(goal)}`.replace('of set off', 'of'),
      isReached: reached === goal.count,
    };
  });

export const kindPoints: readonly LegendEntry[] = KIND_POINTS.map((value, index) => ({
  drawing: kindDrawings[index] ?? [],
  name: `${KINDS[index]}`,
  value,
}));

const plurals = ['balls', 'gems', 'toffees', 'flowers', 'leaves', 'stars'] as const;
const specials = {
  [PLAIN]: '',
  [ACROSS]: ' striped across',
  [DOWNWARDS]: ' striped downwards',
  [BOMB]: ', wrapped',
} as Readonly<Record<number, string>>;

const kindName = (kind: number, count: number): string =>
  (count === 1 ? KINDS : plurals)[kind - 1] ?? '';
const counted = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`;

export function sweetName(sweet: Sweet): string {
  if (sweet === EMPTY) return 'empty';
  return sweet === RAINBOW ? 'rainbow' : `${KINDS[kindOf(sweet) - 1]}${specials[specialOf(sweet)]}`;
}

/** Returns the accessible name of a cell. */
export function cellLabel(state: State, cell: number, chosen: number | null): string {
  const hint = state.hint === null ? null : swapOf(state.hint);
  const isHint = hint !== null && (cell === hint.cell || cell === hint.other);
  return [
    sweetName(state.cells[cell] as Sweet),
    `row ${Math.floor(cell / SIDE) + 1}, column ${(cell % SIDE) + 1}`,
    ...(cell === chosen ? ['chosen'] : []),
    ...(isHint ? ['hint'] : []),
  ].join(', ');
}

export function goalText({ of, count }: Goal): string {
  if (of === 'points') return `${count} points`;
  if (of === 'specials') return `set off ${counted(count, 'special sweet', 'special sweets')}`;
  return `${count} ${kindName(of, count)}`;
}

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Returns the goals of a level as a sentence. */
export function levelText(state: State): string {
  const { mode } = state.options;
  if (mode === 'endless') return 'Swap for as long as you like.';
  return mode === 'classic'
    ? `${counted(state.swaps, 'swap', 'swaps')} for as many points as you can.`
    : `Level ${state.level} of ${LEVELS.length}: ${listed(goalsOf(state).map(goalText))} in ${counted(state.swaps, 'swap', 'swaps')}.`;
}

/** Returns the reason why a swap was undone. */
export const refusalText = (state: State, first: number, second: number): string =>
  inputOf(first, second) === null
    ? ''
    : `No line of three: ${sweetName(state.cells[first] as Sweet)} and ${sweetName(state.cells[second] as Sweet)} stay where they are.`;

/** Returns the announcement of a swap's result after the board has settled. */
export function resultAnnouncement(state: State, before: State): string {
  const went = state.popped
    .map((count, index) => [count - (before.popped[index] ?? 0), index + 1] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kindName(kind, count)}`);
  const isNewLevel = state.level > before.level;
  const points = scoreOf(state) - scoreOf(before);
  return [
    `${listed(went)}: ${counted(points, 'point', 'points')}.`,
    ...(isNewLevel ? [`Level ${before.level} is done!`] : []),
    ...(state.shuffles > before.shuffles ? ['No moves left: the board has been shuffled.'] : []),
    ...swapText(state, isNewLevel),
  ].join(' ');
}

function swapText(state: State, isNewLevel: boolean): string[] {
  if (state.options.mode === 'endless') return [];
  return [isNewLevel ? levelText(state) : `${counted(state.swaps, 'swap', 'swaps')} left.`];
}

export function hintText(state: State): string {
  const swap = state.hint === null ? null : swapOf(state.hint);
  if (!swap) return '';
  const place = (cell: number) => `row ${Math.floor(cell / SIDE) + 1}, column ${(cell % SIDE) + 1}`;
  const side = swap.other === swap.cell + 1 ? 'right' : 'lower';
  return `Swap the ${sweetName(state.cells[swap.cell] as Sweet)} in ${place(swap.cell)} with its ${side} neighbour.`;
}

const ENDINGS = {
  classic: 'Thirty swaps!',
  levels: 'All levels done!',
  endless: 'Endless game over',
} as const;

/** Returns the ending that is shown with the result. */
export function endingOf(state: State): string {
  if (state.end === 'lost') return 'Out of swaps';
  return ENDINGS[state.options.mode];
}
