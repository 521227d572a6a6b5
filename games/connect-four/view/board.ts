/** The board of Connect Four: a grid with falling discs, and what the page shows around it. */
import { SECONDARY } from '../../kit/intents.ts';
import type { GameView, Stage } from '../../kit/view/game-view.ts';
import { createGrid } from '../../kit/view/grid.ts';
import { createRobotTurn } from '../../kit/view/robot-turn.ts';
import { COLUMNS, ERROR_MS, HINTS, NOT_AVAILABLE, ROWS, UNDOS } from '../constants.ts';
import * as engine from '../engine.ts';
import { freeSquare, isAvailable, turnOf, winningSquares } from '../squares.ts';
import { drawCells, stepAnnouncement, turnText } from './cells.ts';
import type { Question } from './robot-worker.ts';
import { createStonesPicture } from './stones-picture.ts';

/** Computes the robot's moves and hints, one request at a time. */
interface Thinker {
  /** Computes the state after an input; an earlier request is dropped. */
  think(state: State, input: number, onResult: (next: State) => void): void;
  cancel(): void;
}

type State = engine.State;

/** Tab stop of a new board: a square in the bottom row. */
const FIRST_SQUARE = ROWS * COLUMNS - COLUMNS / 2 - 1;

/** Opens the board in its stage. */
export function openBoard(stage: Stage<State>): GameView<State> {
  let drawnState: State | null = null;
  let isRefused = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** State for which a hint is being computed. */
  let hintAskedFor: State | null = null;

  const thinker = createThinker();
  const robot = createRobotTurn<State>({
    stage,
    input: engine.ROBOT_MOVES,
    isRobotsTurn: engine.isRobotsTurn,
    think: (state, onResult) => thinker.think(state, engine.ROBOT_MOVES, onResult),
  });
  const grid = createGrid({
    rows: ROWS,
    columns: COLUMNS,
    name: `Board of ${ROWS} rows and ${COLUMNS} columns`,
    style: 'four',
    first: FIRST_SQUARE,
    choose(square) {
      if (!mayMove(drawnState)) return;
      if (isAvailable(drawnState.squares, square)) stage.act(square);
      else showRefusal();
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
  stage.element.append(grid.element);

  const mayMove = (state: State | null): state is State =>
    state !== null &&
    stage.isPlaying() &&
    engine.outcomeOf(state) === 'playing' &&
    !engine.isRobotsTurn(state);
  const mayTakeBack = (state: State | null) => mayMove(state) && engine.undoable(state) > 0;
  const mayAsk = (state: State | null): state is State =>
    mayMove(state) && state.hint === null && state.hints < HINTS;

  function takeBack(): void {
    if (mayTakeBack(drawnState)) stage.act(engine.UNDO);
  }

  function askForHint(): void {
    const state = drawnState;
    if (!mayAsk(state)) return;
    hintAskedFor = state;
    showInfo(state);
    thinker.think(state, engine.HINT, (next) => {
      if (drawnState !== state) return;
      hintAskedFor = null;
      stage.act(engine.HINT, next);
      showInfo(state);
    });
  }

  function dropIn(column: number): void {
    if (!mayMove(drawnState)) return;
    const square = freeSquare(drawnState.squares, column);
    if (square < 0) showRefusal();
    else {
      stage.act(square);
      grid.mark(square);
      stage.later('focus', grid.refocus);
    }
  }

  function showRefusal(): void {
    if (!drawnState) return;
    isRefused = true;
    showInfo(drawnState);
    stage.sound('no');
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      hideRefusal();
      if (drawnState) showInfo(drawnState);
    }, ERROR_MS);
  }

  function hideRefusal(): void {
    clearTimeout(quiet);
    isRefused = false;
  }

  function draw(state: State): void {
    const before = drawnState;
    drawnState = state;
    if (state !== before) drawBoard(state, before);
    else stones.redraw();
    showInfo(state);
    robot.shown(state);
  }

  function drawBoard(state: State, before: State | null): void {
    const winning = winningSquares(state.squares);
    const isNew = (square: number) => state.squares[square] !== 0 && before?.squares[square] === 0;
    const falling = stage.isCalm() ? [] : state.moves.filter(isNew);
    stones.show(state.squares, winning, falling);
    cells.draw(state, winning);
  }

  function showInfo(state: State): void {
    const isOver = engine.outcomeOf(state) !== 'playing';
    stage.show({
      status: turnText(state),
      player: isOver ? engine.winnerOf(state) : turnOf(state.squares),
      ...(isRefused && { problem: NOT_AVAILABLE }),
      helps: [
        {
          label: `Undo (${UNDOS - state.undos})`,
          isAvailable: mayTakeBack(state),
          press: takeBack,
        },
        {
          label: `Hint (${HINTS - state.hints})`,
          isAvailable: mayAsk(state),
          isBusy: hintAskedFor === state,
          press: askForHint,
        },
      ],
    });
  }

  return {
    draw,
    started(state) {
      thinker.cancel();
      robot.cancel();
      hideRefusal();
      hintAskedFor = null;
      drawnState = null;
      grid.moveTo(FIRST_SQUARE);
      draw(state);
    },
    stepped(state, previous) {
      hideRefusal();
      if (state.moves.length !== previous.moves.length) {
        stage.sound(state.moves.length > previous.moves.length ? 'drop' : 'swap');
      }
      if (state.hint !== null) grid.moveTo(state.hint);
      const outcome = engine.outcomeOf(state);
      if (outcome === 'playing') {
        stage.announce(stepAnnouncement(state, previous));
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
    close() {
      hideRefusal();
      robot.cancel();
      thinker.cancel();
      stones.close();
    },
  };
}

/** Computes in a worker, or on the page if the worker cannot be loaded; the result is the same. */
function createThinker(): Thinker {
  let open: (Question & { onResult(next: State): void }) | null = null;
  let worker: Worker | null = null;
  let isBroken = false;

  function respond(next: State): void {
    const question = open;
    open = null;
    question?.onResult(next);
  }

  function respondOnPage(): void {
    if (open) respond(engine.step(open.state, open.input));
  }

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./robot-worker.ts', import.meta.url), { type: 'module' });
    newWorker.addEventListener('message', ({ data }: MessageEvent<State>) => respond(data));
    newWorker.addEventListener('error', () => {
      isBroken = true;
      respondOnPage();
    });
    return newWorker;
  }

  function cancel(): void {
    if (!open) return;
    open = null;
    // A running worker would answer later, and its answer would be taken for that of the next request.
    worker?.terminate();
    worker = null;
  }

  return {
    think(state, input, onResult) {
      cancel();
      open = { state, input, onResult };
      if (isBroken) return respondOnPage();
      worker ??= startWorker();
      worker.postMessage({ state, input } satisfies Question);
    },
    cancel,
  };
}
