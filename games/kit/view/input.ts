/** Held and pressed intents of keyboard, on-screen pad and gamepad. */
import { DOWN, INTENTS, type Intent, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../engine.ts';
import type { PadButton } from './game-view.ts';

/** Reason for losing the focus: another window, or another part of the page. */
export type Elsewhere = 'away' | 'on the page';

const intentOfKey: Readonly<Record<string, Intent>> = {
  ArrowLeft: LEFT,
  KeyA: LEFT,
  ArrowRight: RIGHT,
  KeyD: RIGHT,
  ArrowUp: UP,
  KeyW: UP,
  ArrowDown: DOWN,
  KeyS: DOWN,
  Space: PRIMARY,
  Enter: PRIMARY,
  NumpadEnter: PRIMARY,
  KeyX: SECONDARY,
  ShiftLeft: SECONDARY,
  ShiftRight: SECONDARY,
};

/** Arrows of the on-screen pad. */
export const ARROW_PAD: readonly PadButton[] = [
  { intent: LEFT, label: 'Left' },
  { intent: RIGHT, label: 'Right' },
  { intent: UP, label: 'Up' },
  { intent: DOWN, label: 'Down' },
];

/** Bits of two more buttons of a gamepad, which no game uses. */
export const START = 64;
export const SELECT = 128;

/** Buttons of the standard gamepad layout. */
const bitOfButton: readonly (readonly [button: number, bit: number])[] = [
  [0, PRIMARY],
  [1, SECONDARY],
  [2, SECONDARY],
  [7, PRIMARY],
  [8, SELECT],
  [9, START],
  [12, UP],
  [13, DOWN],
  [14, LEFT],
  [15, RIGHT],
];
/** Distance of a stick from its centre, from 0 to 1, that counts as held. */
const STICK_THRESHOLD = 0.5;

interface Listeners {
  /** True while the game handles keys. */
  isPlaying(): boolean;
  /** Called when an intent is pressed. */
  pressed(intent: Intent): void;
  /** Called for Escape and P. */
  pausePressed(): void;
  mutePressed(): void;
  /** Called with the newly pressed buttons of gamepads for Start, and while no game is being played. */
  gamepadPressed(bits: number): void;
}

export interface Held {
  /** Returns the sum of the intents held now or since the last call: the input of one tick. */
  take(): number;
  /** Releases everything, for a pause. */
  release(): void;
  /** Holds or releases an intent of the on-screen pad. */
  hold(intent: Intent, isHeld: boolean): void;
  close(): void;
}

function bitsOfGamepad(gamepad: Gamepad): number {
  let bits = 0;
  for (const [button, bit] of bitOfButton) {
    if (gamepad.buttons[button]?.pressed) bits |= bit;
  }
  const [x = 0, y = 0] = gamepad.axes;
  if (x < -STICK_THRESHOLD) bits |= LEFT;
  if (x > STICK_THRESHOLD) bits |= RIGHT;
  if (y < -STICK_THRESHOLD) bits |= UP;
  if (y > STICK_THRESHOLD) bits |= DOWN;
  return bits;
}

/** Follows the input of the game in `section`; it handles keys pressed in `stage`. */
export function followInput(section: HTMLElement, stage: HTMLElement, listeners: Listeners): Held {
  const keys = new Set<string>();
  let padBits = 0;
  let gamepadBits = 0;
  /** A press that ends between two ticks counts once. */
  let tapped = 0;
  let frame: number | null = null;

  const press = (intent: Intent) => {
    tapped |= intent;
    listeners.pressed(intent);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Node;
    if (target !== document.body && !section.contains(target)) return;
    if (!event.repeat && event.code === 'KeyM') listeners.mutePressed();
    if (!event.repeat && (event.code === 'KeyP' || event.code === 'Escape')) {
      listeners.pausePressed();
    }
    const intent = intentOfKey[event.code];
    // A grid inside the stage, and the buttons around it, handle their own keys.
    if (intent === undefined || !listeners.isPlaying()) return;
    if (target !== stage && target !== document.body) return;
    event.preventDefault();
    if (event.repeat) return;
    keys.add(event.code);
    press(intent);
  }
  const onKeyUp = (event: KeyboardEvent) => keys.delete(event.code);

  function pollGamepads(): void {
    frame = null;
    const gamepads = navigator.getGamepads().filter((gamepad) => gamepad !== null);
    let bits = 0;
    for (const gamepad of gamepads) bits |= bitsOfGamepad(gamepad);
    const fresh = bits & ~gamepadBits;
    gamepadBits = bits;
    if (fresh & START || !listeners.isPlaying()) listeners.gamepadPressed(fresh);
    else for (const intent of INTENTS) if (fresh & intent) press(intent);
    if (gamepads.length > 0) frame = requestAnimationFrame(pollGamepads);
  }
  const onGamepad = () => {
    frame ??= requestAnimationFrame(pollGamepads);
  };

  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('keyup', onKeyUp);
  window.addEventListener('gamepadconnected', onGamepad);
  if ('getGamepads' in navigator) onGamepad();

  return {
    take() {
      let bits = padBits | (gamepadBits & ~(START | SELECT)) | tapped;
      for (const key of keys) bits |= intentOfKey[key] ?? 0;
      tapped = 0;
      return bits;
    },
    release() {
      keys.clear();
      padBits = 0;
      tapped = 0;
    },
    hold(intent, isHeld) {
      if (!isHeld) padBits &= ~intent;
      else if ((padBits & intent) === 0) {
        padBits |= intent;
        press(intent);
      }
    },
    close() {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('gamepadconnected', onGamepad);
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

/** Calls `onBlur` when the player leaves the game, so that it can be paused. Returns a function that stops it. */
export function watchBlur(section: HTMLElement, onBlur: (where: Elsewhere) => void): () => void {
  const endings = new AbortController();
  const { signal } = endings;
  window.addEventListener('blur', () => onBlur('away'), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && onBlur('away'), {
    signal,
  });
  section.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // Without a target the player clicked on nothing focusable, and keys still reach the game.
      if (relatedTarget instanceof Node && !section.contains(relatedTarget)) onBlur('on the page');
    },
    { signal },
  );
  return () => endings.abort();
}

interface FingerListeners {
  pressed(event: PointerEvent): void;
  moved(event: PointerEvent): void;
  lifted?(): void;
}

/**
 * Follows the first finger on an element until it is lifted; further fingers are ignored.
 * @returns a function that ends it
 */
export function followFinger(
  element: HTMLElement,
  { pressed, moved, lifted }: FingerListeners,
): () => void {
  let followed: number | null = null;
  const endings = new AbortController();
  const { signal } = endings;
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (followed !== null) return;
      followed = event.pointerId;
      element.setPointerCapture(followed);
      pressed(event);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId === followed) moved(event);
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(
      end,
      (event) => {
        if (event.pointerId !== followed) return;
        followed = null;
        lifted?.();
      },
      { signal },
    );
  }
  return () => endings.abort();
}
