import { DOWN, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../kit/intents.ts';
import type { PlayableGame } from '../kit/view/game-view.ts';
import scoreboardStyles from '../kit/view/scoreboard.css?url';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import styles from './view/board.css?url';
import { openBoard } from './view/board.ts';
import { turnWords } from './view/words.ts';

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [scoreboardStyles, styles],
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
  endingOf: turnWords,
  open: openBoard,
};
