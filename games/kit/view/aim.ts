/** A crosshair over a field, moved by a pointer or by keys, pad and gamepad. */
import { DOWN, LEFT, RIGHT, UP } from '../intents.ts';
import type { Stage } from './game-view.ts';

/** Speed in units per tick, at first and after some time. */
const SLOW = 1.6;
const FAST = 4.5;
const UNTIL_FAST_TICKS = 18;

/** Position of the crosshair, in units of the field. */
export interface Aim {
  x(): number;
  y(): number;
  /** Moves the crosshair by the intents held in this tick. */
  push(held: number): void;
  /** Fires at the current position. */
  fire(): void;
  close(): void;
}

/** Follows the pointer over the stage; `shoot` receives whole units within the field. */
export function followAim(
  stage: Stage<unknown>,
  width: number,
  height: number,
  shoot: (x: number, y: number) => void,
): Aim {
  let x = width / 2;
  let y = height / 2;
  let pushed = 0;
  const endings = new AbortController();
  const { signal } = endings;

  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value));
  const place = (toX: number, toY: number) => {
    x = within(toX, width);
    y = within(toY, height);
  };
  const follow = (event: PointerEvent) => {
    const box = stage.element.getBoundingClientRect();
    place(
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    );
  };
  const fire = () => shoot(Math.floor(x), Math.floor(y));

  stage.element.addEventListener('pointermove', follow, { signal });
  stage.element.addEventListener(
    'pointerdown',
    (event) => {
      follow(event);
      fire();
    },
    { signal },
  );

  return {
    x: () => x,
    y: () => y,
    push(held) {
      const across = ((held & RIGHT) !== 0 ? 1 : 0) - ((held & LEFT) !== 0 ? 1 : 0);
      const down = ((held & DOWN) !== 0 ? 1 : 0) - ((held & UP) !== 0 ? 1 : 0);
      pushed = across === 0 && down === 0 ? 0 : pushed + 1;
      if (pushed === 0) return;
      const speed = pushed > UNTIL_FAST_TICKS ? FAST : SLOW;
      place(x + across * speed, y + down * speed);
    },
    fire,
    close: () => endings.abort(),
  };
}
