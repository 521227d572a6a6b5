import { PRIMARY } from '../kit/engine.ts';
import { createAnimatedCanvas, curve } from '../kit/view/animated-canvas.ts';
import type { Palette } from '../kit/view/canvas.ts';
import { setAttribute } from '../kit/view/element.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { createGrid } from '../kit/view/grid.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import { createRobotTurn } from '../kit/view/robot-turn.ts';
import * as engine from './engine.ts';
import { DRAW_SIGNS, DRAW_TEXT, type Mark, SIDE, SQUARES, WIN_TEXT } from './engine.ts';
import { meta } from './meta.ts';
import styles from './view.css?url';

// Marks on a canvas behind the squares, animated stroke by stroke. Animated SVG strokes would be restyled and
// repainted in each frame, which takes half of a slow processor's frame.

interface MarksCanvas {
  element: HTMLElement;
  /** Shows the marks; those in `coming` are animated. If there is a winning line, the other marks are dimmed. */
  show(squares: readonly Mark[], winning: readonly number[], coming: readonly number[]): void;
  /** Redraws after a change of the palette. */
  redraw(): void;
  close(): void;
}

/** Strokes on a square of 100, in order. */
const strokes = {
  x: ['M24 22C40 40 58 60 78 79', 'M77 23C60 42 42 60 23 78'],
  o: ['M52 20C32 20 20 34 20 51s13 30 31 30 30-13 30-31-13-30-31-30'],
} as const;
const paths = {
  x: strokes.x.map((stroke) => new Path2D(stroke)),
  o: strokes.o.map((stroke) => new Path2D(stroke)),
};
/** Upper bound of a stroke's length; slightly more than the circumference of the o. */
const LONGEST = { x: 80, o: 196 } as const;
const WIDTH = 11;
const WINNING_WIDTH = 16;
const STEPS_BACK = 0.5;

/** Duration of a stroke, and delay between strokes. */
const STROKE_MS = 220;
const NEXT_STROKE_MS = 180;
const slows = curve(0, 0, 0.58, 1);

/** Width of the lines between squares, drawn by view.css. */
const LINE_PX = 4;

/** Creates the canvas; it is drawn when the board changes and while a mark is animated. */
function createMarksCanvas(palette: () => Palette): MarksCanvas {
  let drawnMarks: readonly Mark[] = new Array<Mark>(SQUARES).fill('');
  let winners: readonly number[] = [];
  /** Start time of each animated mark; null for finished ones. */
  const startTimes: (number | null)[] = new Array<null>(SQUARES).fill(null);
  const stale: boolean[] = new Array<boolean>(SQUARES).fill(true);
  let colours: { of: Palette; x: string; o: string } | null = null;
  let cell = 0;
  let line = 0;

  const animatedCanvas = createAnimatedCanvas('three-marks', {
    resized(canvas, width) {
      line = (LINE_PX * width) / canvas.clientWidth;
      cell = width / SIDE;
      canvas.height = Math.round(width + (SIDE - 1) * line);
    },
    invalidate() {
      colours = null;
      stale.fill(true);
    },
    draw(context, now) {
      if (colours?.of !== palette()) {
        const style = getComputedStyle(context.canvas);
        const colourOf = (name: string) => style.getPropertyValue(name);
        colours = { of: palette(), x: colourOf('--one'), o: colourOf('--two') };
        stale.fill(true);
      }
      let moves = false;
      for (let square = 0; square < SQUARES; square++) {
        if (!stale[square]) continue;
        const isComing = drawSquare(context, square, now);
        stale[square] = isComing;
        moves ||= isComing;
      }
      return moves;
    },
  });

  /** @returns true while the mark is animated */
  function drawSquare(context: CanvasRenderingContext2D, square: number, now: number): boolean {
    const column = square % SIDE;
    const row = (square - column) / SIDE;
    const [x, y] = [Math.round(column * cell), Math.round(row * (cell + line))];
    context.clearRect(x, y, Math.ceil(cell), Math.ceil(cell));
    const mark = drawnMarks[square] ?? '';
    if (mark === '' || !colours) return false;
    const startTime = startTimes[square] ?? null;
    const isWinning = winners.includes(square);
    const scale = (cell - line) / 100;
    // The centre of the area between the lines.
    context.setTransform(scale, 0, 0, scale, x + line * (column > 0 ? 1 : 0.5), y + line / 2);
    context.globalAlpha = winners.length > 0 && !isWinning ? STEPS_BACK : 1;
    context.strokeStyle = colours[mark];
    context.lineWidth = isWinning ? WINNING_WIDTH : WIDTH;
    context.lineCap = 'round';
    const length = LONGEST[mark];
    let isComing = false;
    for (const [index, path] of paths[mark].entries()) {
      const share = startTime === null ? 1 : (now - startTime - index * NEXT_STROKE_MS) / STROKE_MS;
      if (share < 1) isComing = true;
      if (share <= 0) continue;
      context.setLineDash(share < 1 ? [length * slows(share), length] : []);
      context.stroke(path);
    }
    context.resetTransform();
    if (!isComing) startTimes[square] = null;
    return isComing;
  }

  return {
    element: animatedCanvas.element,
    show(squares, winning, coming) {
      const now = performance.now();
      const isOtherEnd = winning.length !== winners.length;
      for (const [square, mark] of squares.entries()) {
        if (drawnMarks[square] !== mark) startTimes[square] = null;
        else if (!isOtherEnd) continue;
        stale[square] = true;
      }
      for (const square of coming) startTimes[square] = now;
      drawnMarks = squares;
      winners = winning;
      animatedCanvas.draw();
    },
    redraw: animatedCanvas.draw,
    close: animatedCanvas.close,
  };
}

const rowAndColumnOf = (square: number): string =>
  `row ${Math.floor(square / SIDE) + 1}, column ${(square % SIDE) + 1}`;

type State = engine.State;

/** The centre, the tab stop of a new board. */
const FIRST_SQUARE = 4;
const SCORES = { x: 'x', o: 'o', '': DRAW_SIGNS } as const;

/** Mark of the pointer's preview; against the robot always the player's own, so that a move repaints only itself. */
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
  const marks = createMarksCanvas(stage.palette);
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
    robot.onDraw(state);
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
      if (engine.outcomeOf(state) !== 'playing') return;
      stage.sound(engine.turnOf(state.squares) === 'o' ? 'pop' : 'swap');
      stage.announce(stepAnnouncement(state, previous));
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
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Mark' }],
  padShown: 'on-request',
  again: 'New Game',
  result: 'beside',
  endingOf: turnText,
  isForTwo: (state) => state.options.opponent !== 'robot',
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
  return `${rowAndColumnOf(square)}, ${mark}${winning.includes(square) ? ', one of the three' : ''}`;
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
  return `${state.squares[square]}: ${rowAndColumnOf(square)}. ${turnText(state)}.`;
}
