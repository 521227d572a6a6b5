/** Selection of holes by pointer, by digits, or by a cursor for arrow keys, pad and gamepad. */
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, UP } from '../kit/intents.ts';
import type { Stage } from '../kit/view/game-view.ts';
import { HOLES, SIDE } from './constants.ts';

/** Input of the player on the holes. */
export interface Holes {
  /** Hole of the cursor; null while the player uses a pointer. */
  cursor(): number | null;
  intend(intent: Intent): void;
  close(): void;
}

/** Returns the hole of a digit in reading order; the rows of a number pad are reversed. */
function holeOfKey(code: string): number | null {
  const digit = /^(Digit|Numpad)([1-9])$/.exec(code);
  if (!digit) return null;
  const index = Number(digit[2]) - 1;
  if (digit[1] === 'Digit') return index;
  return (SIDE - 1 - Math.floor(index / SIDE)) * SIDE + (index % SIDE);
}

const MIDDLE = (HOLES - 1) / 2;

/** Listens on the stage and calls `whack` with each hole that is hit. */
export function followHoles(stage: Stage<unknown>, whack: (hole: number) => void): Holes {
  let at = MIDDLE;
  let isPointing = false;
  const endings = new AbortController();
  const { signal } = endings;

  stage.element.addEventListener(
    'pointerdown',
    (event) => {
      const { left, top, width, height } = stage.element.getBoundingClientRect();
      const column = Math.floor(((event.clientX - left) / width) * SIDE);
      const row = Math.floor(((event.clientY - top) / height) * SIDE);
      if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) return;
      isPointing = false;
      at = row * SIDE + column;
      whack(at);
    },
    { signal },
  );
  stage.element.addEventListener(
    'keydown',
    (event) => {
      const hole = holeOfKey(event.code);
      if (hole === null || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      at = hole;
      whack(hole);
    },
    { signal },
  );

  return {
    cursor: () => (isPointing ? at : null),
    intend(intent) {
      isPointing = true;
      if (intent === PRIMARY) whack(at);
      else if (intent === LEFT && at % SIDE > 0) at -= 1;
      else if (intent === RIGHT && at % SIDE < SIDE - 1) at += 1;
      else if (intent === UP && at >= SIDE) at -= SIDE;
      else if (intent === DOWN && at < HOLES - SIDE) at += SIDE;
    },
    close: () => endings.abort(),
  };
}
