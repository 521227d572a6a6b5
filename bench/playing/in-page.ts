/** What runs in the page. Strings, since they belong to the browser. */

/** Resolves with the milliseconds from the click to the first frame of a title screen. */
export const listenForTitle = `window.titleShown = new Promise((resolve) => {
  let pressed = 0;
  document.addEventListener('click', (event) => { pressed = event.timeStamp; }, { once: true, capture: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.game[data-phase="title"] .game-button--main')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now() - pressed);
      painted.port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
}); 0`;

/** Frames without a game: one pixel changes in each. */
export const drawOnePixel = `{
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  document.querySelector('[data-stage]').append(canvas);
  const context = canvas.getContext('2d');
  let frame = 0;
  const draw = () => {
    requestAnimationFrame(draw);
    frame += 1;
    context.fillStyle = frame % 2 === 0 ? '#000' : '#fff';
    context.fillRect(0, 0, 1, 1);
  };
  draw();
} 0`;

/** Where the effect of an input is seen, and which inputs have one. */
export type Sight =
  /** A sprite of this size, drawn elsewhere. */
  | { keys: string; sprite: readonly [width: number, height: number] }
  /** An arc of this radius with another middle. */
  | { keys: string; arc: number }
  /** The one thing that is drawn turned, turned otherwise. */
  | { keys: string; turned: true }
  /** Other pieces or another cursor in the board. */
  | { keys: string; attribute: string };

/**
 * Counts the frames from each input to the one whose picture has changed by it: the first is the next
 * frame that is drawn. Drawing is overheard at the canvas, a board by its mutations.
 */
export const countFramesOfInputs = (sight: Sight): string => `{
  const sight = ${JSON.stringify(sight)};
  let frame = 0;
  let frameTime = -1;
  let isInFrame = false;
  let asked = null;
  let shown = null;
  window.framesOfInputs = [];
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((time) => {
    if (time !== frameTime) frame += 1;
    frameTime = time;
    isInFrame = true;
    draw(time);
    // After the observers of what it has changed.
    queueMicrotask(() => { isInFrame = false; });
  });
  let pointed = '';
  const ask = (event) => {
    if (event.key === undefined) {
      // A pointer that is elsewhere, or told of where it was already, changes nothing.
      const place = event.clientX + ' ' + event.clientY;
      if (place === pointed || !event.target.closest('.game-stage')) return;
      pointed = place;
    }
    if (asked === null && sight.keys.split(' ').includes(event.key ?? event.type)) asked = frame;
  };
  for (const kind of ['keydown', 'pointermove']) document.addEventListener(kind, ask, { capture: true });
  const change = () => {
    if (asked !== null) framesOfInputs.push(frame + (isInFrame ? 0 : 1) - asked);
    asked = null;
  };
  const see = (what) => {
    if (what !== shown && shown !== null) change();
    shown = what;
  };
  const { drawImage, arc, rotate } = CanvasRenderingContext2D.prototype;
  const isNear = (one, other) => Math.abs(one - other) < 1;
  if (sight.sprite) CanvasRenderingContext2D.prototype.drawImage = function (image, ...place) {
    const [x, y, width, height] = place;
    if (isNear(width, sight.sprite[0]) && isNear(height, sight.sprite[1])) see(x + ' ' + y);
    drawImage.call(this, image, ...place);
  };
  if (sight.arc) CanvasRenderingContext2D.prototype.arc = function (...curve) {
    const [x, y, radius] = curve;
    if (radius === sight.arc) see(x + ' ' + y);
    arc.apply(this, curve);
  };
  if (sight.turned) CanvasRenderingContext2D.prototype.rotate = function (angle) {
    see(angle);
    rotate.call(this, angle);
  };
  if (sight.attribute) new MutationObserver(change).observe(document.querySelector('.game-stage [role="grid"]'), {
    subtree: true, childList: true, attributeFilter: [sight.attribute],
  });
} 0`;
