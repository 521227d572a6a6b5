/** The board of Connect Four: a grid with falling discs, and the help buttons. */
import { SECONDARY } from '../../kit/intents.ts';
import { element, setAttribute, setText } from '../../kit/view/element.ts';
import type { GameView, Stage } from '../../kit/view/game-view.ts';
import { createGrid } from '../../kit/view/grid.ts';
import { createRobotTurn } from '../../kit/view/robot-turn.ts';
import { COLUMNS, ERROR_MS, HINTS, NOT_AVAILABLE, ROWS, UNDOS } from '../constants.ts';
import * as engine from '../engine.ts';
import { freeSquare, isAvailable, turnOf, winningSquares } from '../squares.ts';
import { drawCells } from './cells.ts';
import { createStonesPicture } from './stones-picture.ts';
import { createThinker } from './thinker.ts';
import { stepWords, turnWords } from './words.ts';

type State = engine.State;

/** Tab stop of a new board: a square in the bottom row. */
const FIRST_SQUARE = ROWS * COLUMNS - COLUMNS / 2 - 1;

function helpButton(act: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'game-button four-help' });
  button.addEventListener('click', act);
  return button;
}

/** Opens the board in its stage. */
export function openBoard(stage: Stage<State>): GameView<State> {
  let shown: State | null = null;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const thinker = createThinker();
  const robot = createRobotTurn<State>({
    stage,
    input: engine.ROBOT_MOVES,
    isRobotsTurn: engine.isRobotsTurn,
    think: (state, hear) => thinker.think(state, engine.ROBOT_MOVES, hear),
  });
  const scoreboard = element('div', { class: 'game-scores' });
  const turn = element('p', { class: 'four-turn' });
  const problem = element('p', { class: 'four-problem', role: 'alert' });
  const said = element('div', { class: 'four-said' }, turn, problem);
  const undo = helpButton(takeBack);
  const hint = helpButton(askForHint);
  const grid = createGrid({
    rows: ROWS,
    columns: COLUMNS,
    name: `Board of ${ROWS} rows and ${COLUMNS} columns`,
    style: 'four',
    first: FIRST_SQUARE,
    choose(square) {
      if (!mayMove(shown)) return;
      if (isAvailable(shown.squares, square)) stage.act(square);
      else refuse();
    },
    typed(key) {
      if (key === 'u') takeBack();
      else if (key === 'h') askForHint();
      else if (/^[1-8]$/.test(key)) dropIn(Number(key) - 1);
      else return false;
      return true;
    },
  });
  const cells = drawCells(grid);
  const stones = createStonesPicture(stage.palette);
  grid.element.prepend(stones.element);
  stage.element.append(
    element(
      'div',
      { class: 'four-table' },
      element('div', {}, said),
      grid.element,
      element('div', { class: 'four-below' }, scoreboard, undo, hint),
    ),
  );

  const mayMove = (state: State | null): state is State =>
    state !== null &&
    stage.isPlaying() &&
    engine.outcomeOf(state) === 'playing' &&
    !engine.isRobotsTurn(state);
  const mayTakeBack = (state: State | null) => mayMove(state) && engine.undoable(state) > 0;
  const mayAsk = (state: State | null): state is State =>
    mayMove(state) && state.hint === null && state.hints < HINTS;

  function takeBack(): void {
    if (mayTakeBack(shown)) stage.act(engine.UNDO);
  }

  function askForHint(): void {
    const state = shown;
    if (!mayAsk(state)) return;
    hint.setAttribute('aria-busy', 'true');
    thinker.think(state, engine.HINT, (next) => {
      hint.removeAttribute('aria-busy');
      if (shown === state) stage.act(engine.HINT, next);
    });
  }

  function dropIn(column: number): void {
    if (!mayMove(shown)) return;
    const square = freeSquare(shown.squares, column);
    if (square < 0) refuse();
    else {
      stage.act(square);
      grid.mark(square);
      stage.later('focus', grid.refocus);
    }
  }

  function refuse(): void {
    forgive();
    said.dataset.refused = '';
    problem.textContent = NOT_AVAILABLE;
    stage.sound('no');
    quiet = setTimeout(forgive, ERROR_MS);
  }

  function forgive(): void {
    clearTimeout(quiet);
    delete said.dataset.refused;
    problem.textContent = '';
  }

  function draw(state: State): void {
    const before = shown;
    shown = state;
    if (state !== before) drawBoard(state, before);
    else stones.redraw();
    if (before) {
      stage.later('turn', () => showTurn(state));
      stage.later('help', () => showHelp(state));
    } else {
      showTurn(state);
      showHelp(state);
    }
    robot.shown(state);
  }

  function drawBoard(state: State, before: State | null): void {
    const winning = winningSquares(state.squares);
    const isNew = (square: number) => state.squares[square] !== 0 && before?.squares[square] === 0;
    const falling = stage.isCalm() ? [] : state.moves.filter(isNew);
    stones.show(state.squares, winning, falling);
    cells.draw(state, winning);
  }

  function showTurn(state: State): void {
    const isOver = engine.outcomeOf(state) !== 'playing';
    setAttribute(turn, 'data-player', `${isOver ? engine.winnerOf(state) : turnOf(state.squares)}`);
    setText(turn, turnWords(state));
  }

  function showHelp(state: State): void {
    setText(undo, `Undo (${UNDOS - state.undos})`);
    setText(hint, `Hint (${HINTS - state.hints})`);
    // Not `disabled`: a disabled button would lose the focus.
    setAttribute(undo, 'aria-disabled', `${!mayTakeBack(state)}`);
    setAttribute(hint, 'aria-disabled', `${!mayAsk(state)}`);
  }

  return {
    draw,
    started(state) {
      thinker.forget();
      robot.forget();
      forgive();
      hint.removeAttribute('aria-busy');
      shown = null;
      grid.moveTo(FIRST_SQUARE);
      draw(state);
    },
    stepped(state, previous) {
      forgive();
      hint.removeAttribute('aria-busy');
      if (state.moves.length !== previous.moves.length) {
        stage.sound(state.moves.length > previous.moves.length ? 'drop' : 'swap');
      }
      if (state.hint !== null) grid.moveTo(state.hint);
      const outcome = engine.outcomeOf(state);
      if (outcome === 'playing') {
        stage.announce(stepWords(state, previous));
        return;
      }
      const isLost = outcome === 'lost' && state.options.opponent === 'robot';
      stage.sound(outcome === 'drawn' || isLost ? 'lose' : 'win');
    },
    intent(intent) {
      if (intent === SECONDARY) takeBack();
      else grid.intend(intent);
    },
    focus: grid.focus,
    scoreboard,
    close() {
      forgive();
      robot.forget();
      thinker.forget();
      stones.close();
    },
  };
}
