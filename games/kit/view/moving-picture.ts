/** A canvas for what moves on a board: drawn on when the board changes, and with each frame while it moves. */
import { followWidth } from './canvas.ts';
import { element } from './element.ts';

/** How one is drawn. */
interface Drawing {
  /** The canvas is so many of its pixels wide now, and empty: it is given its height, and all of it is stale. */
  resized(canvas: HTMLCanvasElement, width: number): void;
  /** Nothing that was drawn is there any more. */
  forget(): void;
  /**
   * Draws what is stale.
   * @param now milliseconds, as `performance.now` has them
   * @returns whether something is still on its way
   */
  draw(context: CanvasRenderingContext2D, now: number): boolean;
}

export interface MovingPicture {
  element: HTMLCanvasElement;
  draw(): void;
  /** Draws with the next frame, unless one was asked for already. */
  drawSoon(): void;
  close(): void;
}

/** Makes the canvas, with `style` as its class; nothing is drawn until it has a width. */
export function createMovingPicture(style: string, drawing: Drawing): MovingPicture {
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
    drawing.forget();
    draw(performance.now());
  }

  const unfollow = followWidth(canvas, (width) => {
    canvas.width = width;
    drawing.resized(canvas, width);
    drawAll();
  });
  // A browser that runs out of memory forgets pictures, and a board at rest would stay empty.
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
