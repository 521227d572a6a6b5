/**
 * The signs on a canvas behind the squares, each drawn as a brush would go. Strokes of the page's own that
 * grow are styled and painted anew with each frame, which takes a slow processor half of it.
 */
import { curve } from '../kit/view/curve.ts';
import { createMovingPicture } from '../kit/view/moving-picture.ts';
import type { Palette } from '../kit/view/palette.ts';
import { SIDE, SQUARES } from './constants.ts';
import type { Mark } from './engine.ts';

/** Shows signs. */
export interface MarksPicture {
  element: HTMLElement;
  /** What stands in each square; some come by the brush. Where there are winning ones the others step back. */
  show(squares: readonly Mark[], winning: readonly number[], coming: readonly number[]): void;
  /** Follows a change of the palette. */
  redraw(): void;
  close(): void;
}

/** Strokes on a square of 100, one after the other. */
const strokes = {
  x: ['M24 22C40 40 58 60 78 79', 'M77 23C60 42 42 60 23 78'],
  o: ['M52 20C32 20 20 34 20 51s13 30 31 30 30-13 30-31-13-30-31-30'],
} as const;
const paths = {
  x: strokes.x.map((stroke) => new Path2D(stroke)),
  o: strokes.o.map((stroke) => new Path2D(stroke)),
};
/** No stroke is longer: a little more than the way around the o. */
const LONGEST = { x: 80, o: 196 } as const;
const WIDTH = 11;
const WINNING_WIDTH = 16;
const STEPS_BACK = 0.5;

/** How long a stroke takes, and when the next one begins. */
const STROKE_MS = 220;
const NEXT_STROKE_MS = 180;
const slows = curve(0, 0, 0.58, 1);

/** The line between two rows, and between two columns; view.css draws it. */
const LINE_PX = 4;

/** Signs that are drawn when the board changes, and with each frame while the brush goes. */
export function createMarksPicture(palette: () => Palette): MarksPicture {
  let shown: readonly Mark[] = new Array<Mark>(SQUARES).fill('');
  let winners: readonly number[] = [];
  /** When the brush began with a sign; null where it is finished. */
  const begunAt: (number | null)[] = new Array<null>(SQUARES).fill(null);
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

  /** @returns whether the brush still goes */
  function drawSquare(context: CanvasRenderingContext2D, square: number, now: number): boolean {
    const column = square % SIDE;
    const row = (square - column) / SIDE;
    const [x, y] = [Math.round(column * cell), Math.round(row * (cell + line))];
    context.clearRect(x, y, Math.ceil(cell), Math.ceil(cell));
    const mark = shown[square] ?? '';
    if (mark === '' || !colours) return false;
    const begun = begunAt[square] ?? null;
    const isWinning = winners.includes(square);
    const scale = (cell - line) / 100;
    // In the middle of what the lines leave.
    context.setTransform(scale, 0, 0, scale, x + line * (column > 0 ? 1 : 0.5), y + line / 2);
    context.globalAlpha = winners.length > 0 && !isWinning ? STEPS_BACK : 1;
    context.strokeStyle = colours[mark];
    context.lineWidth = isWinning ? WINNING_WIDTH : WIDTH;
    context.lineCap = 'round';
    const length = LONGEST[mark];
    let isComing = false;
    for (const [index, path] of paths[mark].entries()) {
      const share = begun === null ? 1 : (now - begun - index * NEXT_STROKE_MS) / STROKE_MS;
      if (share < 1) isComing = true;
      if (share <= 0) continue;
      context.setLineDash(share < 1 ? [length * slows(share), length] : []);
      context.stroke(path);
    }
    context.resetTransform();
    if (!isComing) begunAt[square] = null;
    return isComing;
  }

  return {
    element: picture.element,
    show(squares, winning, coming) {
      const now = performance.now();
      const isOtherEnd = winning.length !== winners.length;
      for (const [square, mark] of squares.entries()) {
        if (shown[square] !== mark) begunAt[square] = null;
        else if (!isOtherEnd) continue;
        stale[square] = true;
      }
      for (const square of coming) begunAt[square] = now;
      shown = squares;
      winners = winning;
      picture.draw();
    },
    redraw: picture.draw,
    close: picture.close,
  };
}
