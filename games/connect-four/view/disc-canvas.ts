/**
 * Discs on a canvas behind the board. A falling DOM element would need a layout and a layer, each of which
 * takes most of a frame on a slow processor.
 */

import { createAnimatedCanvas, curve } from '../../kit/view/animated-canvas.ts';
import type { Palette } from '../../kit/view/canvas.ts';
import { COLUMNS, type Holder, ROWS, SQUARES, type Squares } from '../squares.ts';

export interface DiscCanvas {
  element: HTMLElement;
  /**
   * Shows the owners of squares; the discs in `falling` drop from above the board. If there is a winning
   * line, the other discs are dimmed.
   */
  show(squares: Squares, winning: readonly number[], falling: readonly number[]): void;
  /** Redraws after a change of the palette. */
  redraw(): void;
  close(): void;
}

/** Margin of a disc in its square, as a share of the square's width. */
const MARGIN = 0.07;
const STEPS_BACK = 0.45;

/** Duration of a fall into the top row, and of each further row. */
const FALL_MS = 170;
const ROW_MS = 70;
const fallMs = (rows: number): number => FALL_MS + ROW_MS * rows;

/** Shares of the duration at which the disc lands and reaches the top of its bounce. */
const DOWN = 0.82;
const UP = 0.91;
/** Height of the bounce, in squares. */
const BOUNCE = 0.08;
const falls = curve(0.45, 0, 0.9, 0.6);
const rises = curve(0.2, 0.6, 0.4, 1);
const sinks = curve(0.6, 0, 0.8, 0.4);

/** Returns the height of a falling disc above its square, in squares. */
function heightAt(share: number, rows: number): number {
  if (share < DOWN) return rows * (1 - falls(share / DOWN));
  if (share < UP) return BOUNCE * rises((share - DOWN) / (UP - DOWN));
  return BOUNCE * (1 - sinks((share - UP) / (1 - UP)));
}

/** Rings of a disc from the edge inwards: size as a share of the disc, and colour. */
const RINGS = {
  1: [
    [1, '--one'],
    [0.55, '--one-mark'],
    [0.45, '--one'],
  ],
  2: [
    [1, '--two'],
    [0.34, '--two-mark'],
    [0.28, '--hole'],
  ],
} as const;

/** Creates the canvas; it is drawn when the board changes and while a disc falls. */
export function createDiscCanvas(palette: () => Palette): DiscCanvas {
  let drawnSquares: Squares = new Array<Holder>(SQUARES).fill(0);
  let winners: readonly number[] = [];
  /** Start time of each falling disc; null for those at rest. */
  const startTimes: (number | null)[] = new Array<null>(SQUARES).fill(null);
  /** Columns that must be drawn again. */
  const stale: boolean[] = new Array<boolean>(COLUMNS).fill(true);
  let sprites: readonly [OffscreenCanvas, OffscreenCanvas] | null = null;
  let colours = palette();
  let unit = 0;

  const animatedCanvas = createAnimatedCanvas('four-discs', {
    resized(canvas, width) {
      unit = width / COLUMNS;
      canvas.height = Math.round(unit * ROWS);
    },
    invalidate() {
      sprites = null;
      stale.fill(true);
    },
    draw(context, now) {
      if (!sprites || palette() !== colours) {
        colours = palette();
        sprites = [spriteOf(1), spriteOf(2)];
        stale.fill(true);
      }
      let moves = false;
      for (let column = 0; column < COLUMNS; column++) {
        if (!stale[column]) continue;
        stale[column] = false;
        const x = Math.round(column * unit);
        context.clearRect(x, 0, Math.round((column + 1) * unit) - x, context.canvas.height);
        for (let square = column; square < SQUARES; square += COLUMNS) {
          if (drawDisc(context, square, now)) {
            moves = true;
            stale[column] = true;
          }
        }
      }
      return moves;
    },
  });

  /** Discs are cached as images, because drawing soft edges is too slow for each frame. */
  function spriteOf(player: 1 | 2): OffscreenCanvas {
    const style = getComputedStyle(animatedCanvas.element);
    const size = Math.round(unit * (1 - 2 * MARGIN));
    const sprite = new OffscreenCanvas(size, size);
    const paper = sprite.getContext('2d');
    if (!paper) throw new Error('this browser draws on no canvas');
    for (const [share, colour] of RINGS[player]) {
      paper.fillStyle = style.getPropertyValue(colour);
      paper.beginPath();
      paper.arc(size / 2, size / 2, (share * size) / 2, 0, 2 * Math.PI);
      paper.fill();
    }
    return sprite;
  }

  /** @returns true while the disc is falling */
  function drawDisc(context: CanvasRenderingContext2D, square: number, now: number): boolean {
    const holder = drawnSquares[square];
    const sprite = holder ? sprites?.[holder - 1] : null;
    if (!sprite) return false;
    const column = square % COLUMNS;
    const row = (square - column) / COLUMNS;
    const [x, y] = [Math.round((column + MARGIN) * unit), Math.round((row + MARGIN) * unit)];
    const startTime = startTimes[square] ?? null;
    const share = startTime === null ? 1 : Math.max(0, now - startTime) / fallMs(row + 1);
    context.globalAlpha = winners.length > 0 && !winners.includes(square) ? STEPS_BACK : 1;
    if (share < 1) {
      context.translate(0, -Math.round(heightAt(share, row + 1) * unit));
      context.drawImage(sprite, x, y);
      context.resetTransform();
      return true;
    }
    startTimes[square] = null;
    context.drawImage(sprite, x, y);
    return false;
  }

  return {
    element: animatedCanvas.element,
    show(squares, winning, falling) {
      const now = performance.now();
      const isOtherEnd = winning.length !== winners.length;
      for (const [square, holder] of squares.entries()) {
        if (isOtherEnd || drawnSquares[square] !== holder) stale[square % COLUMNS] = true;
        if (drawnSquares[square] !== holder) startTimes[square] = null;
      }
      for (const square of falling) startTimes[square] = now;
      drawnSquares = squares;
      winners = winning;
      animatedCanvas.draw();
    },
    redraw: animatedCanvas.draw,
    close: animatedCanvas.close,
  };
}
