/**
 * Text over the board, such as the length of a chain. It is drawn on the confetti canvas, because an animated
 * element would be restyled and laid out in each frame.
 */
import { easeOut, FALL_MS } from './moves.ts';

const EDGE = '#14110f';
/** Width of the outline as a share of the font size; half of it lies outside the letters. */
const EDGE_SHARE = 0.14;

/** Animated text on a canvas, in the font and colour of the style sheet. */
export interface Cheer {
  say(words: string): void;
  /** Draws the text at this time; returns false if there is none. */
  draw(context: CanvasRenderingContext2D, now: number): boolean;
  clear(): void;
  /** Prepares slow first-time work before a game starts. */
  warm(): void;
}

/** Opaque most of the time; the text starts smaller and ends larger than its size. */
function look(along: number): [opacity: number, size: number] {
  if (along < 0.25) return [along / 0.25, 0.6 + (0.4 * along) / 0.25];
  if (along < 0.7) return [1, 1];
  const fadeOut = (along - 0.7) / 0.3;
  return [1 - fadeOut, 1 + 0.1 * fadeOut];
}

export function createCheer(canvas: HTMLCanvasElement): Cheer {
  let words: string | null = null;
  let since: number | null = null;
  let drawn: OffscreenCanvas | null = null;

  /** Draws the text as an image, because outlined letters are too slow for each frame. */
  function drawWords(words: string): OffscreenCanvas {
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(canvas);
    const size = Number.parseFloat(fontSize) * (canvas.width / (canvas.clientWidth || 1));
    const font = `${fontWeight} ${size}px ${fontFamily}`;
    const picture = new OffscreenCanvas(1, 1);
    const context = picture.getContext('2d');
    if (!context) throw new Error('this browser draws on no canvas');
    context.font = font;
    picture.width = Math.ceil(context.measureText(words).width + size);
    picture.height = Math.ceil(2 * size);
    // Resizing the canvas resets the font.
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.miterLimit = 4;
    context.lineWidth = EDGE_SHARE * size;
    context.strokeStyle = EDGE;
    context.fillStyle = color;
    context.strokeText(words, picture.width / 2, picture.height / 2);
    context.fillText(words, picture.width / 2, picture.height / 2);
    return picture;
  }

  return {
    say(message) {
      if (words !== message) drawn = null;
      words = message;
      since = null;
    },
    draw(context, now) {
      if (words === null) return false;
      since ??= now;
      const share = (now - since) / FALL_MS;
      if (share >= 1) {
        words = null;
        return false;
      }
      drawn ??= drawWords(words);
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
      words = null;
    },
    warm: () => void drawWords('× 2'),
  };
}
