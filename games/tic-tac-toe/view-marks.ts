/**
 * Marks on a canvas behind the squares, animated stroke by stroke. Animated SVG strokes would be restyled and
 * repainted in each frame, which takes half of a slow processor's frame.
 */
import { createMovingPicture, curve } from '../kit/view/moving-picture.ts';
import type { Palette } from '../kit/view/palette.ts';
import { SIDE, SQUARES } from './constants.ts';
import type { Mark } from './engine.ts';

/** The canvas of the marks. */
export interface MarksPicture {
  element: HTMLElement;
  /**
   * Shows the marks; those in `coming` are animated. If there is a winning line, the other marks are dimmed.
   */
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
export function createMarksPicture(palette: () => Palette): MarksPicture {
  let drawnMarks: readonly Mark[] = new Array<Mark>(SQUARES).fill('');
  let winners: readonly number[] = [];
  /** Start time of each animated mark; null for finished ones. */
  const startTimes: (number | null)[] = new Array<null>(SQUARES).fill(null);
  const stale: boolean[] = new Array<boolean>(SQUARES).fill(true);
  let colours: { of: Palette; x: string; o: string } | null = null;
  let cell = 0;
  let line = 0;

  const picture = createMovingPicture('three-marks', {
    resized(canvas, width) {
      line = (LINE_PX * width) / canvas.clientWidth;
      cell = width / SIDE;
      canvas.height = Math.round(width + (SIDE - 1) * line);
    },
    forget() {
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
    element: picture.element,
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
      picture.draw();
    },
    redraw: picture.draw,
    close: picture.close,
  };
}
