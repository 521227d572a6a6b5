/**
 * Words over the board, such as how many matches came one after the other: on the canvas of the confetti,
 * since an animated text would be styled, and laid out with its layers, beside each frame of that.
 */
import { easeOut, FALL_MS } from './moves.ts';

const EDGE = '#14110f';
/** As a share of the letters' size; half of it lies outside of them. */
const EDGE_SHARE = 0.14;

/** A cheer over a canvas, in the font and the colour that style sheets give to it. */
export interface Cheer {
  say(words: string): void;
  /** Draws it as it is just then; false when there is nothing (more) to be said. */
  draw(context: CanvasRenderingContext2D, now: number): boolean;
  clear(): void;
  /** Does once what takes its time the first time, before a game begins. */
  warm(): void;
}

/** Opaque for the most of its time; it comes smaller and goes larger than it is. */
function look(along: number): [opacity: number, size: number] {
  if (along < 0.25) return [along / 0.25, 0.6 + (0.4 * along) / 0.25];
  if (along < 0.7) return [1, 1];
  const gone = (along - 0.7) / 0.3;
  return [1 - gone, 1 + 0.1 * gone];
}

export function createCheer(canvas: HTMLCanvasElement): Cheer {
  let words: string | null = null;
  let since: number | null = null;
  let drawn: OffscreenCanvas | null = null;

  /** The words as a picture: letters with an edge are too slow for each frame. */
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
    // Another size has made it forget.
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
    say(said) {
      if (words !== said) drawn = null;
      words = said;
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
