/**
 * Sweets on a canvas over their cells. Sixty-four animated elements would be restyled, laid out and repainted
 * when a board is filled, which takes two frames on a slow processor.
 */

import { createAnimatedCanvas } from '../../kit/view/animated-canvas.ts';
import type { SpriteContext } from '../../kit/view/canvas.ts';
import type { Drawing } from '../../kit/view/game-view.ts';
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

// Drawings of sweets, 100 by 100. Each kind has its own outline, so that colour is never the only signal.

/** Layers of a drawing: a tone of the kind or a trimming, and a path. */
type Tone = 'base' | 'light' | 'deep';
type Layer = readonly [fill: Tone | 'trim', path: string];

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

const PETALS = [
  [50, 24],
  [73, 37],
  [73, 63],
  [50, 76],
  [27, 63],
  [27, 37],
] as const;

/** Kinds by number: ball, gem, toffee, flower, leaf, star. */
const kinds: Readonly<Record<number, readonly Layer[]>> = {
  1: [
    ['base', circle(50, 50, 38)],
    ['light', 'M12 50a38 38 0 0 1 76 0c-18 13-28-10-42-4S26 60 12 50z'],
  ],
  2: [
    ['base', 'M50 6 90 50 50 94 10 50z'],
    ['light', 'M50 6 90 50H50z'],
    ['deep', 'M10 50h40v44z'],
  ],
  3: [
    [
      'base',
      'M28 14h44a14 14 0 0 1 14 14v44a14 14 0 0 1-14 14H28a14 14 0 0 1-14-14V28a14 14 0 0 1 14-14z',
    ],
    ['light', 'M36 28h28a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8z'],
    ['deep', 'M28 64h44a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8z'],
  ],
  4: [
    ['base', PETALS.map(([x, y]) => circle(x, y, 17)).join('')],
    ['base', circle(50, 50, 24)],
    ['light', circle(50, 50, 14)],
  ],
  5: [
    ['base', 'M8 70Q6 18 92 14Q96 92 40 92Q16 92 8 70z'],
    ['light', 'M18 80Q38 44 84 22Q52 60 26 86z'],
  ],
  6: [
    ['base', 'm50 5 13 29 32 3-24 21 7 32-28-17-28 17 7-32L5 37l32-3z'],
    ['light', 'm50 24 7 18 19 1-15 12 5 18-16-10z'],
  ],
};

const tones: Readonly<Record<number, Readonly<Record<Tone, string>>>> = {
  1: { base: '#e9563c', light: '#ffb59f', deep: '#a83420' },
  2: { base: '#2f8fd6', light: '#a5d8fb', deep: '#1b64a0' },
  3: { base: '#d98f1f', light: '#ffe1a0', deep: '#96600d' },
  4: { base: '#e58ac2', light: '#fff0f8', deep: '#a44d83' },
  5: { base: '#2b9c86', light: '#9fe6d6', deep: '#166455' },
  6: { base: '#d9e368', light: '#fbffd0', deep: '#8d9626' },
};
/** Stripes and wrappings have an outline, so that they are visible on every kind. */
const TRIM = '#fffaf0';
const EDGE = '#14110f';
const EDGE_WIDTH = 3;

const special: Readonly<Record<number, readonly Layer[]>> = {
  [ACROSS]: [['trim', 'M4 36h92v9H4zM4 55h92v9H4z']],
  [DOWNWARDS]: [['trim', 'M36 4h9v92h-9zM55 4h9v92h-9z']],
  [BOMB]: [
    ['trim', 'M4 4h24v8H12v16H4zM72 4h24v24h-8V12H72zM4 72h8v16h16v8H4zM88 72h8v24H72v-8h16z'],
  ],
};

interface Shape {
  path: string;
  fill: string;
  hasEdge: boolean;
}

function shapesOf(sweet: Sweet): Shape[] {
  // A rainbow is a ring of all six colours.
  if (sweet === RAINBOW) {
    return PETALS.map(([x, y], index) => ({
      path: circle(x, y, 19),
      fill: tones[index + 1]?.base ?? TRIM,
      hasEdge: false,
    }));
  }
  const kind = kindOf(sweet);
  return [...(kinds[kind] ?? []), ...(special[specialOf(sweet)] ?? [])].map(([fill, path]) => ({
    path,
    fill: fill === 'trim' ? TRIM : (tones[kind]?.[fill] ?? TRIM),
    hasEdge: fill === 'trim',
  }));
}

/** Returns the drawing of a sweet for the page. */
export const drawingOf = (sweet: Sweet): Drawing =>
  shapesOf(sweet).map(({ path, fill }) => ({ path, fill }));

/** Paints a sweet of 100 by 100 at the origin. */
function paintSweet(context: SpriteContext, sweet: Sweet): void {
  context.strokeStyle = EDGE;
  context.lineWidth = EDGE_WIDTH;
  for (const { path, fill, hasEdge } of shapesOf(sweet)) {
    const shape = new Path2D(path);
    if (hasEdge) context.stroke(shape);
    context.fillStyle = fill;
    context.fill(shape);
  }
}

const SPECIALS = [PLAIN, ACROSS, DOWNWARDS, BOMB] as const;
const EVERY_SWEET: readonly Sweet[] = [
  RAINBOW,
  ...SPECIALS.flatMap((special) => KINDS.map((_, index) => sweetOf(index + 1, special))),
];
/** On the sprite sheet, kinds are columns and special effects are rows. */
const spriteColumnOf = (sweet: Sweet): number => (sweet === RAINBOW ? 0 : kindOf(sweet));

interface SweetsCanvas {
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
  const context = sheet.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  for (const sweet of EVERY_SWEET) {
    const scale = size / 100;
    context.setTransform(scale, 0, 0, scale, spriteColumnOf(sweet) * size, specialOf(sweet) * size);
    paintSweet(context, sweet);
  }
  return sheet;
}

/** Creates the canvas; it is drawn when the board changes and while something moves. */
export function createSweetsCanvas(): SweetsCanvas {
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

  const animatedCanvas = createAnimatedCanvas('sweets-canvas', {
    resized(canvas, side) {
      canvas.height = side;
      size = Math.round(side / SIDE);
      sheet = sheetOf(size);
    },
    invalidate: () => stale.fill(true),
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
      const [fromX, fromY] = [spriteColumnOf(sweet) * size, specialOf(sweet) * size];
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
    element: animatedCanvas.element,
    show(cells, newMotions) {
      const now = performance.now();
      for (const [cell, sweet] of cells.entries()) {
        if (drawnBoard[cell] === sweet) continue;
        drawnBoard[cell] = sweet;
        motions[cell] = null;
        markStale(cell, true);
      }
      begin(newMotions, now);
      animatedCanvas.draw();
    },
    move(newMotions) {
      begin(newMotions, performance.now());
      animatedCanvas.drawSoon();
    },
    pulse(cell) {
      if (cell === pulsingCell) return;
      if (pulsingCell !== null) markStale(pulsingCell, pulseMotion.isWide);
      pulsingCell = cell;
      pulseStart = performance.now();
      animatedCanvas.drawSoon();
    },
    close: animatedCanvas.close,
  };
}
