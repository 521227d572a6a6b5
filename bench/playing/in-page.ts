/** Scripts that run in the page, as strings because they are code of the browser. */

/** Sets `titleShown`, a promise of the milliseconds from the click to the first frame of a title screen. */
export const listenForTitle = `window.titleShown = new Promise((resolve) => {
  let clickTime = 0;
  document.addEventListener('click', (event) => { clickTime = event.timeStamp; }, { once: true, capture: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.game[data-phase="title"] .game-button--main')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now() - clickTime);
      painted.port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
}); 0`;

/** Renders frames without a game: each changes one pixel. */
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

/** Visible effect of inputs, and the keys or events that have it. */
export type VisibleEffect =
  /** A sprite with this size is drawn at another position. */
  | { keys: string; sprite: readonly [width: number, height: number] }
  /** An arc with this radius has another centre. */
  | { keys: string; arc: number }
  /** The only rotated object has another angle. */
  | { keys: string; turned: true }
  /** This attribute changes in the board. */
  | { keys: string; attribute: string };

/**
 * Counts the frames from each input to the frame that shows its effect, where 1 is the next frame. Drawing
 * is observed by wrapping canvas methods, and boards with a mutation observer.
 */
export const countFramesOfInputs = (effect: VisibleEffect): string => `{
  const effect = ${JSON.stringify(effect)};
  let frame = 0;
  let frameTime = -1;
  let isInFrame = false;
  let inputFrame = null;
  let lastSeen = null;
  window.framesOfInputs = [];
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((time) => {
    if (time !== frameTime) frame += 1;
    frameTime = time;
    isInFrame = true;
    draw(time);
    // Runs after the mutation observers.
    queueMicrotask(() => { isInFrame = false; });
  });
  let lastPosition = '';
  const recordInput = (event) => {
    if (event.key === undefined) {
      // Pointer events outside of the game, and repeated positions, have no effect.
      const position = event.clientX + ' ' + event.clientY;
      if (position === lastPosition || !event.target.closest('.game-stage')) return;
      lastPosition = position;
    }
    if (inputFrame === null && effect.keys.split(' ').includes(event.key ?? event.type)) inputFrame = frame;
  };
  for (const kind of ['keydown', 'pointermove']) document.addEventListener(kind, recordInput, { capture: true });
  const change = () => {
    if (inputFrame !== null) framesOfInputs.push(frame + (isInFrame ? 0 : 1) - inputFrame);
    inputFrame = null;
  };
  const see = (drawn) => {
    if (drawn !== lastSeen && lastSeen !== null) change();
    lastSeen = drawn;
  };
  const { drawImage, arc, rotate } = CanvasRenderingContext2D.prototype;
  const isNear = (first, second) => Math.abs(first - second) < 1;
  if (effect.sprite) CanvasRenderingContext2D.prototype.drawImage = function (image, ...place) {
    const [x, y, width, height] = place.slice(-4);
    if (isNear(width, effect.sprite[0]) && isNear(height, effect.sprite[1])) see(x + ' ' + y);
    drawImage.call(this, image, ...place);
  };
  if (effect.arc) CanvasRenderingContext2D.prototype.arc = function (...curve) {
    const [x, y, radius] = curve;
    if (radius === effect.arc) see(x + ' ' + y);
    arc.apply(this, curve);
  };
  if (effect.turned) CanvasRenderingContext2D.prototype.rotate = function (angle) {
    see(angle);
    rotate.call(this, angle);
  };
  if (effect.attribute) new MutationObserver(change).observe(document.querySelector('.game-stage [role="grid"]'), {
    subtree: true, childList: true, attributeFilter: [effect.attribute],
  });
} 0`;
