/** Confetti over the board, for matched sweets. */
import { followWidth, type Palette } from '../../kit/view/canvas.ts';
import { element } from '../../kit/view/element.ts';
import { CONFETTI_MS, SIDE } from '../constants.ts';
import { easeOut, FALL_MS } from './moves.ts';

// Text over the board, such as the length of a chain. It is drawn on the confetti canvas, because an animated
// element would be restyled and laid out in each frame.

const EDGE = '#14110f';

/** Width of the outline as a share of the font size; half of it lies outside the letters. */
const EDGE_SHARE = 0.14;

/** Animated text on a canvas, in the font and colour of the style sheet. */
interface Cheer {
  showText(text: string): void;
  /** Draws the text at this time; returns false if there is none. */
  draw(context: CanvasRenderingContext2D, now: number): boolean;
  clear(): void;
  /** Prepares slow first-time work before a game starts. */
  warm(): void;
}

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

export interface Confetti {
  element: HTMLElement;
  /** Throws confetti from cells, in the given colours. */
  burst(cells: readonly { cell: number; colour: string }[]): void;
  /** Shows a text in the middle for a moment. */
  cheer(text: string): void;
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
    cheer(text) {
      cheer.showText(text);
      frame ??= requestAnimationFrame(draw);
    },
    clear,
    close() {
      unfollow();
      clear();
    },
  };
}

/** Opaque most of the time; the text starts smaller and ends larger than its size. */
function look(along: number): [opacity: number, size: number] {
  if (along < 0.25) return [along / 0.25, 0.6 + (0.4 * along) / 0.25];
  if (along < 0.7) return [1, 1];
  const fadeOut = (along - 0.7) / 0.3;
  return [1 - fadeOut, 1 + 0.1 * fadeOut];
}

function createCheer(canvas: HTMLCanvasElement): Cheer {
  let text: string | null = null;
  let since: number | null = null;
  let drawn: OffscreenCanvas | null = null;

  /** Draws the text as an image, because outlined letters are too slow for each frame. */
  function drawText(text: string): OffscreenCanvas {
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(canvas);
    const size = Number.parseFloat(fontSize) * (canvas.width / (canvas.clientWidth || 1));
    const font = `${fontWeight} ${size}px ${fontFamily}`;
    const textCanvas = new OffscreenCanvas(1, 1);
    const context = textCanvas.getContext('2d');
    if (!context) throw new Error('this browser draws on no canvas');
    context.font = font;
    textCanvas.width = Math.ceil(context.measureText(text).width + size);
    textCanvas.height = Math.ceil(2 * size);
    // Resizing the canvas resets the font.
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.miterLimit = 4;
    context.lineWidth = EDGE_SHARE * size;
    context.strokeStyle = EDGE;
    context.fillStyle = color;
    context.strokeText(text, textCanvas.width / 2, textCanvas.height / 2);
    context.fillText(text, textCanvas.width / 2, textCanvas.height / 2);
    return textCanvas;
  }

  return {
    showText(message) {
      if (text !== message) drawn = null;
      text = message;
      since = null;
    },
    draw(context, now) {
      if (text === null) return false;
      since ??= now;
      const share = (now - since) / FALL_MS;
      if (share >= 1) {
        text = null;
        return false;
      }
      drawn ??= drawText(text);
      const [opacity, size] = look(easeOut(share));
      const [width, height] = [drawn.width * size, drawn.height * size];
      context.globalAlpha = opacity;
      context.drawImage(
        drawn,
        (canvas.width - width) / 2,
        (canvas.height - height) / 2,
        width,
        height,
      );
      context.globalAlpha = 1;
      return true;
    },
    clear() {
      text = null;
    },
    warm: () => void drawText('× 2'),
  };
}
