/** Confetti over the board, for matched sweets. */
import { followWidth } from '../../kit/view/canvas.ts';
import { element } from '../../kit/view/element.ts';
import type { Palette } from '../../kit/view/palette.ts';
import { CONFETTI_MS, SIDE } from '../constants.ts';
import { createCheer } from './cheer.ts';

/** Pieces per sweet; fewer if many sweets are cleared at once. */
const PIECES = 7;
const PIECES_MAX = 280;
/** Confetti outlasts its sweets, while others already fall. */
const LASTS_MS = 2.2 * CONFETTI_MS;
/** In cells per second and cells. */
const SPEED = 3.4;
const GRAVITY = 9;
const SIZE = 0.13;

interface Piece {
  x: number;
  y: number;
  right: number;
  down: number;
  turn: number;
  colour: string;
}

/** The confetti canvas. */
export interface Confetti {
  element: HTMLElement;
  /** Throws confetti from cells, in the given colours. */
  burst(cells: readonly { cell: number; colour: string }[]): void;
  /** Shows a text in the middle for a moment. */
  cheer(words: string): void;
  clear(): void;
  close(): void;
}

/** Returns the confetti colour of a kind; paper-coloured without a kind. */
export const confettiColour = (palette: Palette, kind: number): string =>
  [
    palette.ink,
    palette.vermilion,
    palette.sky,
    palette.ochre,
    palette.rose,
    palette.teal,
    palette.lime,
  ][kind] ?? palette.ink;

/** Random numbers are allowed here, because confetti is not part of the game's state. */
function thrown(cell: number, colour: string): Piece {
  const angle = Math.random() * 2 * Math.PI;
  const speed = SPEED * (0.3 + Math.random() * 0.7);
  return {
    x: (cell % SIDE) + 0.5,
    y: Math.floor(cell / SIDE) + 0.5,
    right: Math.cos(angle) * speed,
    down: Math.sin(angle) * speed - 1.2,
    turn: Math.random() * 12 - 6,
    colour,
  };
}

/** Creates a canvas over the board that is drawn only while something moves. */
export function createConfetti(): Confetti {
  const canvas = element('canvas', { class: 'sweets-confetti', 'aria-hidden': 'true' });
  // Any width differs from 0, so that the first one is applied.
  canvas.width = canvas.height = 0;
  const context = canvas.getContext('2d');
  const cheer = createCheer(canvas);
  let pieces: Piece[] = [];
  let since = 0;
  let frame: number | null = null;
  const unfollow = followWidth(canvas, (side) => {
    canvas.width = canvas.height = side;
    cheer.warm();
  });

  function clear(): void {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    pieces = [];
    cheer.clear();
    context?.clearRect(0, 0, canvas.width, canvas.height);
  }

  function draw(now: number): void {
    if (!context) return;
    if (since === 0) since = now;
    const seconds = (now - since) / 1000;
    const left = 1 - (now - since) / LASTS_MS;
    if (left <= 0) pieces = [];
    const unit = canvas.width / SIDE;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = Math.max(0, Math.min(1, 2 * left));
    for (const piece of pieces) {
      const x = piece.x + piece.right * seconds;
      const y = piece.y + piece.down * seconds + (GRAVITY * seconds * seconds) / 2;
      context.setTransform(unit, 0, 0, unit, x * unit, y * unit);
      context.rotate(piece.turn * seconds);
      context.fillStyle = piece.colour;
      context.fillRect(-SIZE / 2, -SIZE / 2, SIZE, SIZE * 0.7);
    }
    context.resetTransform();
    context.globalAlpha = 1;
    const isCheered = cheer.draw(context, now);
    frame = pieces.length > 0 || isCheered ? requestAnimationFrame(draw) : null;
  }

  return {
    element: canvas,
    burst(cells) {
      const each = Math.max(2, Math.min(PIECES, Math.floor(PIECES_MAX / cells.length)));
      pieces = cells.flatMap(({ cell, colour }) =>
        Array.from({ length: each }, () => thrown(cell, colour)),
      );
      since = 0;
      frame ??= requestAnimationFrame(draw);
    },
    cheer(words) {
      cheer.say(words);
      frame ??= requestAnimationFrame(draw);
    },
    clear,
    close() {
      unfollow();
      clear();
    },
  };
}
