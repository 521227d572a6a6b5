import { DOWN, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../kit/intents.ts';
import type { PlayableGame } from '../kit/view/game-view.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import styles from './view/board.css?url';
import { openBoard } from './view/board.ts';
import { turnText } from './view/cells.ts';

/** Names of the ends by the winner. */
const ENDS = { 1: 'Player one', 2: 'Player two', 0: 'Draw' } as const;

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [styles],
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: UP, label: 'Up' },
    { intent: DOWN, label: 'Down' },
    { intent: PRIMARY, label: 'Drop' },
    { intent: SECONDARY, label: 'Undo' },
  ],
  padShown: 'asked',
  again: 'Reset Game',
  result: 'beside',
  endingOf: turnText,
  scoreboard: {
    label: 'Scoreboard',
    names: [ENDS[1], ENDS[2], ENDS[0]],
    nameOf: (state) => ENDS[engine.winnerOf(state)],
  },
  open: openBoard,
};
