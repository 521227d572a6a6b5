/** A canvas for animations on a board: drawn when the board changes, and in each frame while something moves. */
import { followWidth } from './canvas.ts';
import { element } from './element.ts';

/** Maps the share of elapsed time to the share of progress, both from 0 to 1. */
export type Curve = (share: number) => number;

interface Drawing {
  /** Called when the canvas has a new width in its own pixels and is empty; it sets the height. */
  resized(canvas: HTMLCanvasElement, width: number): void;
  /** Called when everything drawn before is lost. */
  invalidate(): void;
  /**
   * Draws the parts that have changed.
   * @param now milliseconds, as of `performance.now`
   * @returns true while something is still moving
   */
  draw(context: CanvasRenderingContext2D, now: number): boolean;
}

export interface AnimatedCanvas {
  element: HTMLCanvasElement;
  draw(): void;
  /** Draws in the next frame. */
  drawSoon(): void;
  close(): void;
}

/** Creates the canvas with `style` as its class. It draws nothing until it has a width. */
export function createAnimatedCanvas(style: string, drawing: Drawing): AnimatedCanvas {
  const canvas = element('canvas', { class: style, 'aria-hidden': 'true' });
  canvas.width = canvas.height = 0;
  const context = canvas.getContext('2d');
  let frame: number | null = null;

  function draw(now: number): void {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    if (!context || canvas.width === 0) return;
    if (drawing.draw(context, now)) frame = requestAnimationFrame(draw);
  }

  function drawAll(): void {
    drawing.invalidate();
    draw(performance.now());
  }

  const unfollow = followWidth(canvas, (width) => {
    canvas.width = width;
    drawing.resized(canvas, width);
    drawAll();
  });
  // A browser that runs out of memory discards canvases; a board at rest would stay empty.
  canvas.addEventListener('contextrestored', drawAll);

  return {
    element: canvas,
    draw: () => draw(performance.now()),
    drawSoon() {
      frame ??= requestAnimationFrame(draw);
    },
    close() {
      unfollow();
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

/** Creates a cubic Bézier curve, with the parameters of CSS `cubic-bezier()`. */
export function curve(x1: number, y1: number, x2: number, y2: number): Curve {
  const at = (first: number, second: number, along: number) =>
    3 * first * along * (1 - along) ** 2 + 3 * second * along ** 2 * (1 - along) + along ** 3;
  return (share) => {
    let low = 0;
    let high = 1;
    // A precision of 1/4096 is less than one pixel.
    for (let halved = 0; halved < 12; halved++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < share) low = middle;
      else high = middle;
    }
    return at(y1, y2, high);
  };
}
