/**
 * The sweets on a canvas over their cells, at rest and on their way. Sixty-four drawings of the page's
 * own, each with an animation, would be styled, laid out and painted anew when a board is filled: twice
 * the time of a frame on a slow processor.
 */
import { createMovingPicture } from '../../kit/view/moving-picture.ts';
import { CELLS, KINDS, SIDE } from '../constants.ts';
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
} from '../sweets.ts';
import { type Motion, type Motions, type Pose, stirs } from './moves.ts';
import { paintSweet } from './sweet-art.ts';

const SPECIALS = [PLAIN, ACROSS, DOWNWARDS, BOMB] as const;
const EVERY_SWEET: readonly Sweet[] = [
  RAINBOW,
  ...SPECIALS.flatMap((special) => KINDS.map((_, index) => sweetOf(index + 1, special))),
];
/** On the sheet of all sweets kinds lie side by side, what is special about them below each other. */
const columnOf = (sweet: Sweet): number => (sweet === RAINBOW ? 0 : kindOf(sweet));

/** Shows sweets. */
export interface SweetsPicture {
  element: HTMLElement;
  /** What lies where, and how some of it comes there; what still moves and stays does so to its end. */
  show(cells: Board, motions: Motions): void;
  /** Some move where they are. */
  move(motions: Motions): void;
  /** One stirs for a while, and no other one. */
  stir(cell: number | null): void;
  close(): void;
}

/** All sweets, each so many pixels wide: drawn once, and copied from then on. */
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

/** A canvas that is drawn on when the board changes, and with each frame while something moves. */
export function createSweetsPicture(): SweetsPicture {
  const shown: Sweet[] = new Array<Sweet>(CELLS).fill(EMPTY);
  const motions: (Motion | null)[] = new Array<null>(CELLS).fill(null);
  const begunAt: number[] = new Array<number>(CELLS).fill(0);
  const pose: Pose = { right: 0, down: 0, size: 1 };
  /** Columns that are to be drawn anew, and no others. */
  const stale: boolean[] = new Array<boolean>(SIDE).fill(true);
  let stirring: number | null = null;
  let stirredAt = 0;
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

  /** A cell looks otherwise, and what is in it may reach into the columns beside. */
  function spoil(cell: number, isWide: boolean): void {
    const column = cell % SIDE;
    const aside = isWide ? 1 : 0;
    for (let at = column - aside; at <= column + aside; at++) {
      if (at >= 0 && at < SIDE) stale[at] = true;
    }
  }

  /** Sets the pose of a sweet that moves; false where it lies still. */
  function isPosed(cell: number, now: number): boolean {
    const motion = motions[cell];
    if (motion) {
      const share = (now - (begunAt[cell] ?? 0)) / motion.lastsMs;
      if (share < 1) {
        motion.pose(Math.max(0, share), pose);
        return true;
      }
      motions[cell] = null;
    }
    if (cell !== stirring) return false;
    const share = (now - stirredAt) / stirs.lastsMs;
    if (share < 1) stirs.pose(Math.max(0, share), pose);
    else stirring = null;
    return share < 1;
  }

  function draw(context: CanvasRenderingContext2D, now: number): boolean {
    if (!sheet) return false;
    const { width } = context.canvas;
    const unit = width / SIDE;
    let moves = false;
    for (let cell = 0; cell < CELLS; cell++) {
      const motion = motions[cell];
      if (motion) spoil(cell, motion.isWide);
    }
    if (stirring !== null) spoil(stirring, stirs.isWide);
    for (let column = 0; column < SIDE; column++) {
      if (!stale[column]) continue;
      const x = Math.round(column * unit);
      context.clearRect(x, 0, Math.round((column + 1) * unit) - x, width);
    }
    for (let cell = 0; cell < CELLS; cell++) {
      const sweet = shown[cell] ?? EMPTY;
      const column = cell % SIDE;
      if (sweet === EMPTY || !stale[column]) continue;
      const row = (cell - column) / SIDE;
      const [fromX, fromY] = [columnOf(sweet) * size, specialOf(sweet) * size];
      if (isPosed(cell, now)) {
        moves = true;
        const wide = size * pose.size;
        const aside = (size - wide) / 2;
        // Whole pixels are copied as they are, others are mixed.
        context.translate(
          Math.round((column + pose.right) * unit),
          Math.round((row + pose.down) * unit),
        );
        context.drawImage(sheet, fromX, fromY, size, size, aside, aside, wide, wide);
        context.resetTransform();
      } else {
        const [x, y] = [Math.round(column * unit), Math.round(row * unit)];
        context.drawImage(sheet, fromX, fromY, size, size, x, y, size, size);
      }
    }
    stale.fill(false);
    return moves;
  }

  function begin(begun: Motions, now: number): void {
    for (const [cell, motion] of begun) {
      motions[cell] = motion;
      begunAt[cell] = now;
    }
  }

  return {
    element: picture.element,
    show(cells, begun) {
      const now = performance.now();
      for (const [cell, sweet] of cells.entries()) {
        if (shown[cell] === sweet) continue;
        shown[cell] = sweet;
        motions[cell] = null;
        spoil(cell, true);
      }
      begin(begun, now);
      picture.draw();
    },
    move(begun) {
      begin(begun, performance.now());
      picture.drawSoon();
    },
    stir(cell) {
      if (cell === stirring) return;
      if (stirring !== null) spoil(stirring, stirs.isWide);
      stirring = cell;
      stirredAt = performance.now();
      picture.drawSoon();
    },
    close: picture.close,
  };
}
