/**
 * Sweets on a canvas over their cells. Sixty-four animated elements would be restyled, laid out and repainted
 * when a board is filled, which takes two frames on a slow processor.
 */
import { createMovingPicture } from '../../kit/view/moving-picture.ts';
import {
  ACROSS,
  BOMB,
  type Board,
  DOWNWARDS,
  EMPTY,
  kindOf,
  PLAIN,
  RAINBOW,
  type Sweet,
  specialOf,
  sweetOf,
} from '../board.ts';
import { CELLS, KINDS, SIDE } from '../constants.ts';
import { type Motion, type Motions, type Pose, pulseMotion } from './moves.ts';
import { paintSweet } from './sweet-art.ts';

const SPECIALS = [PLAIN, ACROSS, DOWNWARDS, BOMB] as const;
const EVERY_SWEET: readonly Sweet[] = [
  RAINBOW,
  ...SPECIALS.flatMap((special) => KINDS.map((_, index) => sweetOf(index + 1, special))),
];
/** On the sprite sheet, kinds are columns and special effects are rows. */
const columnOf = (sweet: Sweet): number => (sweet === RAINBOW ? 0 : kindOf(sweet));

/** The canvas of the sweets. */
export interface SweetsPicture {
  element: HTMLElement;
  /** Shows a board and animates changes; running animations of unchanged sweets continue. */
  show(cells: Board, motions: Motions): void;
  /** Animates sweets in place. */
  move(motions: Motions): void;
  /** Animates one sweet, or none. */
  pulse(cell: number | null): void;
  close(): void;
}

/** Draws the sprite sheet of all sweets at a size in pixels. */
function sheetOf(size: number): OffscreenCanvas {
  const sheet = new OffscreenCanvas((KINDS.length + 1) * size, SPECIALS.length * size);
  const picture = sheet.getContext('2d');
  if (!picture) throw new Error('this browser draws on no canvas');
  for (const sweet of EVERY_SWEET) {
    const scale = size / 100;
    picture.setTransform(scale, 0, 0, scale, columnOf(sweet) * size, specialOf(sweet) * size);
    paintSweet(picture, sweet);
  }
  return sheet;
}

/** Creates the canvas; it is drawn when the board changes and while something moves. */
export function createSweetsPicture(): SweetsPicture {
  const drawnBoard: Sweet[] = new Array<Sweet>(CELLS).fill(EMPTY);
  const motions: (Motion | null)[] = new Array<null>(CELLS).fill(null);
  const startTimes: number[] = new Array<number>(CELLS).fill(0);
  const pose: Pose = { right: 0, down: 0, size: 1 };
  /** Columns that must be drawn again. */
  const stale: boolean[] = new Array<boolean>(SIDE).fill(true);
  let pulsingCell: number | null = null;
  let pulseStart = 0;
  let sheet: OffscreenCanvas | null = null;
  let size = 0;

  const picture = createMovingPicture('sweets-picture', {
    resized(canvas, side) {
      canvas.height = side;
      size = Math.round(side / SIDE);
      sheet = sheetOf(size);
    },
    forget: () => stale.fill(true),
    draw,
  });

  /** Marks the column of a cell for redrawing, and its neighbours if the animation overlaps them. */
  function markStale(cell: number, isWide: boolean): void {
    const column = cell % SIDE;
    const neighbours = isWide ? 1 : 0;
    for (let at = column - neighbours; at <= column + neighbours; at++) {
      if (at >= 0 && at < SIDE) stale[at] = true;
    }
  }

  /** Sets the pose of a moving sweet; returns false for one at rest. */
  function isPosed(cell: number, now: number): boolean {
    const motion = motions[cell];
    if (motion) {
      const share = (now - (startTimes[cell] ?? 0)) / motion.lastsMs;
      if (share < 1) {
        motion.pose(Math.max(0, share), pose);
        return true;
      }
      motions[cell] = null;
    }
    if (cell !== pulsingCell) return false;
    const share = (now - pulseStart) / pulseMotion.lastsMs;
    if (share < 1) pulseMotion.pose(Math.max(0, share), pose);
    else pulsingCell = null;
    return share < 1;
  }

  function draw(context: CanvasRenderingContext2D, now: number): boolean {
    if (!sheet) return false;
    const { width } = context.canvas;
    const unit = width / SIDE;
    let moves = false;
    for (let cell = 0; cell < CELLS; cell++) {
      const motion = motions[cell];
      if (motion) markStale(cell, motion.isWide);
    }
    if (pulsingCell !== null) markStale(pulsingCell, pulseMotion.isWide);
    for (let column = 0; column < SIDE; column++) {
      if (!stale[column]) continue;
      const x = Math.round(column * unit);
      context.clearRect(x, 0, Math.round((column + 1) * unit) - x, width);
    }
    for (let cell = 0; cell < CELLS; cell++) {
      const sweet = drawnBoard[cell] ?? EMPTY;
      const column = cell % SIDE;
      if (sweet === EMPTY || !stale[column]) continue;
      const row = (cell - column) / SIDE;
      const [fromX, fromY] = [columnOf(sweet) * size, specialOf(sweet) * size];
      if (isPosed(cell, now)) {
        moves = true;
        const wide = size * pose.size;
        const horizontalMargin = (size - wide) / 2;
        // Whole pixels are copied exactly; fractions would be blurred.
        context.translate(
          Math.round((column + pose.right) * unit),
          Math.round((row + pose.down) * unit),
        );
        context.drawImage(
          sheet,
          fromX,
          fromY,
          size,
          size,
          horizontalMargin,
          horizontalMargin,
          wide,
          wide,
        );
        context.resetTransform();
      } else {
        const [x, y] = [Math.round(column * unit), Math.round(row * unit)];
        context.drawImage(sheet, fromX, fromY, size, size, x, y, size, size);
      }
    }
    stale.fill(false);
    return moves;
  }

  function begin(newMotions: Motions, now: number): void {
    for (const [cell, motion] of newMotions) {
      motions[cell] = motion;
      startTimes[cell] = now;
    }
  }

  return {
    element: picture.element,
    show(cells, newMotions) {
      const now = performance.now();
      for (const [cell, sweet] of cells.entries()) {
        if (drawnBoard[cell] === sweet) continue;
        drawnBoard[cell] = sweet;
        motions[cell] = null;
        markStale(cell, true);
      }
      begin(newMotions, now);
      picture.draw();
    },
    move(newMotions) {
      begin(newMotions, performance.now());
      picture.drawSoon();
    },
    pulse(cell) {
      if (cell === pulsingCell) return;
      if (pulsingCell !== null) markStale(pulsingCell, pulseMotion.isWide);
      pulsingCell = cell;
      pulseStart = performance.now();
      picture.drawSoon();
    },
    close: picture.close,
  };
}
