import { PRIMARY, SECONDARY } from '../kit/engine.ts';
import { setAttribute } from '../kit/view/element.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { createGrid, type Grid } from '../kit/view/grid.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import { createRobotTurn } from '../kit/view/robot-turn.ts';
import * as engine from './engine.ts';
import { outcomeOf, type State, winnerOf } from './engine.ts';
import { meta } from './meta.ts';
import {
  type Cell,
  COLUMNS,
  cellsOf,
  ERROR_MS,
  freeSquare,
  HINTS,
  isAvailable,
  NOT_AVAILABLE,
  ROWS,
  turnOf,
  UNDOS,
  winningSquares,
} from './squares.ts';
import styles from './view/board.css?url';
import { createDiscCanvas } from './view/disc-canvas.ts';
import type { RobotRequest } from './view/robot-worker.ts';

// The board of Connect Four: a grid with falling discs, and what the page shows around it.

/** Computes the robot's moves and hints, one request at a time. */
interface RobotClient {
  /** Computes the state after an input; an earlier request is dropped. */
  think(state: State, input: number, onResult: (next: State) => void): void;
  cancel(): void;
}

/** Tab stop of a new board: a square in the bottom row. */
const FIRST_SQUARE = ROWS * COLUMNS - COLUMNS / 2 - 1;

function open(stage: Stage<State>): GameView<State> {
  let drawnState: State | null = null;
  let isRefused = false;
  let refusalTimer: ReturnType<typeof setTimeout> | undefined;
  /** State for which a hint is being computed. */
  let hintRequestedFor: State | null = null;

  const robotClient = createRobotClient();
  const robot = createRobotTurn<State>({
    stage,
    input: engine.ROBOT_MOVES,
    isRobotsTurn: engine.isRobotsTurn,
    think: (state, onResult) => robotClient.think(state, engine.ROBOT_MOVES, onResult),
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
      else if (key === 'h') requestHint();
      else if (/^[1-8]$/.test(key)) dropIn(Number(key) - 1);
      else return false;
      return true;
    },
  });
  const cells = drawCells(grid);
  const discs = createDiscCanvas(stage.palette);
  grid.element.prepend(discs.element);
  stage.element.append(grid.element);

  const mayMove = (state: State | null): state is State =>
    state !== null &&
    stage.isPlaying() &&
    engine.outcomeOf(state) === 'playing' &&
    !engine.isRobotsTurn(state);
  const mayTakeBack = (state: State | null) => mayMove(state) && engine.undoable(state) > 0;
  const mayRequestHint = (state: State | null): state is State =>
    mayMove(state) && state.hint === null && state.hints < HINTS;

  function takeBack(): void {
    if (mayTakeBack(drawnState)) stage.act(engine.UNDO);
  }

  function requestHint(): void {
    const state = drawnState;
    if (!mayRequestHint(state)) return;
    hintRequestedFor = state;
    showInfo(state);
    robotClient.think(state, engine.HINT, (next) => {
      if (drawnState !== state) return;
      hintRequestedFor = null;
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
    clearTimeout(refusalTimer);
    refusalTimer = setTimeout(() => {
      hideRefusal();
      if (drawnState) showInfo(drawnState);
    }, ERROR_MS);
  }

  function hideRefusal(): void {
    clearTimeout(refusalTimer);
    isRefused = false;
  }

  function draw(state: State): void {
    const before = drawnState;
    drawnState = state;
    if (state !== before) drawBoard(state, before);
    else discs.redraw();
    showInfo(state);
    robot.onDraw(state);
  }

  function drawBoard(state: State, before: State | null): void {
    const winning = winningSquares(state.squares);
    const isNew = (square: number) => state.squares[square] !== 0 && before?.squares[square] === 0;
    const falling = stage.isCalm() ? [] : state.moves.filter(isNew);
    discs.show(state.squares, winning, falling);
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
          isAvailable: mayRequestHint(state),
          isBusy: hintRequestedFor === state,
          press: requestHint,
        },
      ],
    });
  }

  return {
    draw,
    started(state) {
      robotClient.cancel();
      robot.cancel();
      hideRefusal();
      hintRequestedFor = null;
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
      if (engine.outcomeOf(state) === 'playing') stage.announce(stepAnnouncement(state, previous));
    },
    intent(intent) {
      if (intent === SECONDARY) takeBack();
      else grid.intend(intent);
    },
    focus: grid.focus,
    close() {
      hideRefusal();
      robot.cancel();
      robotClient.cancel();
      discs.close();
    },
  };
}

/** Computes in a worker, or on the page if the worker cannot be loaded; the result is the same. */
function createRobotClient(): RobotClient {
  let open: (RobotRequest & { onResult(next: State): void }) | null = null;
  let worker: Worker | null = null;
  let isBroken = false;

  function respond(next: State): void {
    const request = open;
    open = null;
    request?.onResult(next);
  }

  function respondOnPage(): void {
    if (open) respond(engine.step(open.state, open.input));
  }

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./view/robot-worker.ts', import.meta.url), {
      type: 'module',
    });
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
    // A running worker would respond later, and its response would be taken for that of the next request.
    worker?.terminate();
    worker = null;
  }

  return {
    think(state, input, onResult) {
      cancel();
      open = { state, input, onResult };
      if (isBroken) return respondOnPage();
      worker ??= startWorker();
      worker.postMessage({ state, input } satisfies RobotRequest);
    },
    cancel,
  };
}

/** Names of the ends by the winner. */
const ENDS = { 1: 'Player one', 2: 'Player two', 0: 'Draw' } as const;

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [styles],
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Drop' }, { intent: SECONDARY, label: 'Undo' }],
  padShown: 'on-request',
  again: 'Reset Game',
  result: 'beside',
  endingOf: turnText,
  isForTwo: (state) => state.options.opponent !== 'robot',
  scoreboard: {
    label: 'Scoreboard',
    names: [ENDS[1], ENDS[2], ENDS[0]],
    nameOf: (state) => ENDS[engine.winnerOf(state)],
  },
  open,
};

/** Accessible names of owners. */
const holders = ['not available yet', 'player 1', 'player 2'] as const;

/** Returns the position of a square: columns from the left, rows from the bottom. */
const columnAndRowOf = (square: number): string =>
  `column ${(square % COLUMNS) + 1}, row ${ROWS - Math.floor(square / COLUMNS)}`;

/** Marks squares: available, winning, hinted; and sets their accessible names. */
interface Cells {
  draw(state: State, winning: readonly number[]): void;
}

/*
 * Appearance of a square as one number, so that only changed squares are updated: owner, availability, player
 * of the preview, winning line, hint.
 */
const HOLDER = 3;
const AVAILABLE = 4;
const OFFER = 8;
const OFFERED = 3 * OFFER;
const WINNING = 32;
const HINT = 64;

/**
 * Returns the player whose disc the free squares preview; against the robot always the player's own. Changing
 * all previews for the robot's move would cost more than the falling disc.
 */
const offeredTo = ({ options, squares }: State): 1 | 2 =>
  options.opponent === 'robot' ? 1 : turnOf(squares);

/** Creates the marks of the grid's cells. */
function drawCells(grid: Grid): Cells {
  /** Last appearance of each square; -1 before the first. */
  const looks = grid.cells.map(() => -1);

  return {
    draw(state, winning) {
      const offered = winning.length === 0 ? OFFER * offeredTo(state) : 0;
      for (const cell of cellsOf(state.squares)) {
        const square = cell.indexArray * COLUMNS + cell.index;
        const place = grid.cells[square];
        if (!place) continue;
        const isWinning = winning.includes(square);
        const isHint = state.hint === square;
        let look: number = cell.selected;
        if (cell.available) look |= AVAILABLE | offered;
        if (isWinning) look |= WINNING;
        if (isHint) look |= HINT;
        const changed = look ^ (looks[square] as number);
        if (changed === 0) continue;
        looks[square] = look;
        if (changed & HOLDER) setAttribute(place, 'data-player', `${cell.selected}`);
        if (changed & OFFERED) {
          const player = (look & OFFERED) / OFFER;
          if (player === 0) place.removeAttribute('data-available');
          else place.setAttribute('data-available', `${player}`);
        }
        if (changed & WINNING) place.toggleAttribute('data-winning', isWinning);
        if (changed & HINT) place.toggleAttribute('data-hint', isHint);
        grid.describe(square, cellLabel(cell, isWinning, isHint));
      }
    },
  };
}

/** Returns the accessible name of a square. */
function cellLabel(cell: Cell, isWinning: boolean, isHint: boolean): string {
  const { indexArray, index, selected, available } = cell;
  return [
    columnAndRowOf(indexArray * COLUMNS + index),
    selected === 0 && available ? 'available' : holders[selected],
    ...(isWinning ? ['one of the four'] : []),
    ...(isHint ? ['the hint'] : []),
  ].join(', ');
}

function playerNameOf(player: 1 | 2, { options }: State): string {
  if (options.opponent === 'human') return `Player ${player}`;
  return player === 1 ? 'You' : 'The robot';
}

/** Returns the player to move, or the result, in the documented words. */
function turnText(state: State): string {
  const winner = winnerOf(state);
  if (winner !== 0) return `Player ${winner} is victorious!`;
  if (outcomeOf(state) === 'drawn') return 'It is a draw.';
  const turn = turnOf(state.squares);
  if (state.options.opponent === 'human') return `Player ${turn} to move`;
  return turn === 1 ? 'Your move' : 'The robot is thinking';
}

/** Returns the announcement of the last moves, a hint or an undo. */
function stepAnnouncement(state: State, previous: State): string {
  if (state.hint !== null && state.hint !== previous.hint) {
    return `The hint is ${columnAndRowOf(state.hint)}.`;
  }
  if (state.moves.length < previous.moves.length) return `Taken back. ${turnText(state)}.`;
  // The robot answers shortly after the player, and only the last announcement is heard: it contains both
  // moves.
  const isReply = state.options.opponent === 'robot' && turnOf(state.squares) === 1;
  const moves = state.moves.slice(isReply ? -2 : -1).map((square) => {
    const player = state.squares[square] === 2 ? 2 : 1;
    return `${playerNameOf(player, state)}: ${columnAndRowOf(square)}.`;
  });
  return [...moves, `${turnText(state)}.`].join(' ');
}
