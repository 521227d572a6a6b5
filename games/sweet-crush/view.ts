import { DOWN, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../kit/intents.ts';
import type { PlayableGame } from '../kit/view/game-view.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import { swapsMade } from './state.ts';
import styles from './view/board.css?url';
import { openBoard } from './view/board.ts';
import { endingOf, kindPoints } from './view/words.ts';

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [styles],
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: UP, label: 'Up' },
    { intent: DOWN, label: 'Down' },
    { intent: PRIMARY, label: 'Choose' },
    { intent: SECONDARY, label: 'Hint' },
  ],
  padShown: 'asked',
  result: 'covers',
  endingOf,
  readoutsOf: (state) => [
    ...(state.options.mode === 'levels' ? [{ name: 'Level', value: state.level }] : []),
    { name: 'Swaps', value: state.options.mode === 'endless' ? swapsMade(state) : state.swaps },
  ],
  endInputOf: ({ options }) => (options.mode === 'endless' ? engine.END : null),
  legend: { label: 'What sweets are worth', entries: kindPoints },
  open: openBoard,
};
