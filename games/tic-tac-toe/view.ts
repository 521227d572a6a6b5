import { DOWN, LEFT, PRIMARY, RIGHT, UP } from '../kit/intents.ts';
import { setAttribute } from '../kit/view/element.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { createGrid } from '../kit/view/grid.ts';
import { createRobotTurn } from '../kit/view/robot-turn.ts';
import { DRAW_SIGNS, DRAW_TEXT, SIDE, WIN_TEXT } from './constants.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import styles from './view.css?url';
import { createMarksPicture } from './view-marks.ts';

const placeOf = (square: number): string =>
  `row ${Math.floor(square / SIDE) + 1}, column ${(square % SIDE) + 1}`;

type State = engine.State;

/** The centre, the tab stop of a new board. */
const FIRST_SQUARE = 4;
const SCORES = { x: 'x', o: 'o', '': DRAW_SIGNS } as const;

/**
 * Mark of the pointer's preview; against the robot always the player's own, so that a move repaints only
 * itself.
 */
const signToCome = ({ options, squares }: State): 'x' | 'o' => {
  if (options.opponent === 'friend') return engine.turnOf(squares);
  return engine.robotsMark(options) === 'x' ? 'o' : 'x';
};

function open(stage: Stage<State>): GameView<State> {
  let drawnState: State | null = null;
  const robot = createRobotTurn<State>({
    stage,
    input: engine.ROBOT_MOVES,
    isRobotsTurn: engine.isRobotsTurn,
    think: (state, onResult) => onResult(engine.step(state, engine.ROBOT_MOVES)),
  });
  const grid = createGrid({
    rows: SIDE,
    columns: SIDE,
    name: 'Board of three rows and three columns',
    style: 'three',
    first: FIRST_SQUARE,
    choose,
    typed(key) {
      if (!/^[1-9]$/.test(key)) return false;
      const square = Number(key) - 1;
      choose(square);
      grid.mark(square);
      stage.later('focus', grid.refocus);
      return true;
    },
  });
  const marks = createMarksPicture(stage.palette);
  // Above the squares' background, below the cursor.
  grid.element.lastElementChild?.before(marks.element);
  stage.element.append(grid.element);

  function choose(square: number): void {
    if (!drawnState || !stage.isPlaying() || engine.isRobotsTurn(drawnState)) return;
    if (drawnState.squares[square] === '') stage.act(square);
    else stage.sound('no');
  }

  function draw(state: State): void {
    const before = drawnState;
    drawnState = state;
    if (state !== before) drawSquares(state, before);
    else marks.redraw();
    stage.show({ status: turnText(state) });
    robot.shown(state);
  }

  function drawSquares(state: State, before: State | null): void {
    const winning = engine.winningSquares(state.squares);
    const isNew = (square: number) => state.squares[square] !== before?.squares[square];
    const changed = [...state.squares.keys()].filter(isNew);
    const coming = before && !stage.isCalm() ? changed : [];
    marks.show(state.squares, winning, coming);
    for (const square of changed) {
      setAttribute(grid.cells[square] as HTMLElement, 'data-mark', state.squares[square] ?? '');
    }
    const describe = (squares: readonly number[]) => {
      for (const square of squares) {
        grid.cells[square]?.toggleAttribute('data-winning', winning.includes(square));
        grid.describe(square, squareLabel(state, square, winning));
      }
    };
    describe(changed);
    if (winning.length > 0) {
      stage.later('won', () => drawnState === state && describe([...state.squares.keys()]));
    }
    grid.element.toggleAttribute('data-over', engine.outcomeOf(state) !== 'playing');
    setAttribute(grid.element, 'data-sign', signToCome(state));
  }

  return {
    draw,
    started(state) {
      robot.cancel();
      drawnState = null;
      grid.moveTo(FIRST_SQUARE);
      draw(state);
    },
    stepped(state, previous) {
      const outcome = engine.outcomeOf(state);
      if (outcome === 'playing') {
        stage.sound(engine.turnOf(state.squares) === 'o' ? 'pop' : 'swap');
        stage.announce(stepAnnouncement(state, previous));
        return;
      }
      const isLost = outcome === 'lost' && state.options.opponent === 'robot';
      stage.sound(outcome === 'drawn' || isLost ? 'lose' : 'win');
    },
    intent: grid.intend,
    focus: grid.focus,
    close() {
      robot.cancel();
      marks.close();
    },
  };
}

export const game: PlayableGame<State, engine.Options> = {
  meta,
  engine,
  styles: [styles],
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: UP, label: 'Up' },
    { intent: DOWN, label: 'Down' },
    { intent: PRIMARY, label: 'Mark' },
  ],
  padShown: 'asked',
  again: 'New Game',
  result: 'beside',
  endingOf: turnText,
  scoreboard: {
    label: 'Score',
    names: Object.values(SCORES),
    nameOf: (state) => SCORES[engine.winnerOf(state)],
  },
  open,
};

/** Returns the accessible name of a square. */
function squareLabel({ squares }: State, square: number, winning: readonly number[]): string {
  const mark = squares[square] || 'free';
  return `${placeOf(square)}, ${mark}${winning.includes(square) ? ', one of the three' : ''}`;
}

/** Names the next player, or the result. */
function turnText(state: State): string {
  const outcome = engine.outcomeOf(state);
  if (outcome === 'drawn') return `${DRAW_TEXT} ${DRAW_SIGNS}`;
  if (outcome !== 'playing') {
    const isRobots = outcome === 'lost' && state.options.opponent === 'robot';
    return `${isRobots ? 'The robot wins with' : WIN_TEXT} ${engine.winnerOf(state)}`;
  }
  if (engine.isRobotsTurn(state)) return 'The robot is thinking';
  const mark = engine.turnOf(state.squares);
  return state.options.opponent === 'robot' ? `You are ${mark}: your move` : `${mark} to move`;
}

/** Returns the announcement of the last move. */
function stepAnnouncement(state: State, previous: State): string {
  const square = state.squares.findIndex((mark, index) => mark !== previous.squares[index]);
  return `${state.squares[square]}: ${placeOf(square)}. ${turnText(state)}.`;
}
