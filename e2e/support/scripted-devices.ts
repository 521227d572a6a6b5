/** Input devices whose events the page dispatches itself, so that one message can send a whole game. */
import {
  DOWN,
  INTENTS,
  type Intent,
  LEFT,
  PRIMARY,
  RIGHT,
  SECONDARY,
  UP,
} from '../../games/kit/engine.ts';

/** Keys of the intents. */
export const codeOf: Readonly<Record<Intent, string>> = {
  [LEFT]: 'ArrowLeft',
  [RIGHT]: 'ArrowRight',
  [UP]: 'ArrowUp',
  [DOWN]: 'ArrowDown',
  [PRIMARY]: 'Space',
  [SECONDARY]: 'KeyX',
};

/** A key event, or an event of a finger at a share of an element’s width and height. */
export type ScriptedEvent =
  | { type: 'keydown' | 'keyup'; code: string }
  | {
      type: 'pointerdown' | 'pointermove' | 'pointerup';
      finger: number;
      selector: string;
      right: number;
      down: number;
    };

/** First pointer id of scripted fingers, above all ids that the browser assigns. */
export const SCRIPTED_FINGERS = 100_000;

/** Converts the bits that are held from now on to events. */
export type ScriptedDevice = (bits: number) => ScriptedEvent[];

/** Runs in the page: dispatches events after their delays. */
export function scheduleEvents(
  batches: readonly { atMs: number; events: readonly ScriptedEvent[] }[],
): void {
  const targets = new Map<number, Element>();
  const dispatch = (event: ScriptedEvent) => {
    const options = { bubbles: true, cancelable: true };
    if ('code' in event) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent(event.type, { ...options, code: event.code }));
      return;
    }
    const box = document.querySelector(event.selector)?.getBoundingClientRect();
    if (!box) throw new Error(`no ${event.selector}`);
    const clientX = box.left + event.right * box.width;
    const clientY = box.top + event.down * box.height;
    const pointer = { ...options, pointerId: event.finger, pointerType: 'touch', clientX, clientY };
    // A pointer is captured by the element on which it went down.
    const target = targets.get(event.finger) ?? document.elementFromPoint(clientX, clientY);
    if (!target?.closest('.game'))
      throw new Error(`${event.selector} is outside of the game or covered`);
    if (event.type === 'pointerup') targets.delete(event.finger);
    else targets.set(event.finger, target);
    target.dispatchEvent(new PointerEvent(event.type, pointer));
  };
  for (const { atMs, events } of batches) setTimeout(() => events.forEach(dispatch), atMs);
}

/** Creates a keyboard. */
export function scriptedKeys(): ScriptedDevice {
  let held = 0;
  return (bits) => {
    const changed = INTENTS.filter((intent) => ((held ^ bits) & intent) !== 0);
    held = bits;
    return changed.map((intent) => ({
      type: (bits & intent) !== 0 ? 'keydown' : 'keyup',
      code: codeOf[intent],
    }));
  };
}

/** Creates an on-screen pad with one finger per button. */
export function scriptedPad(): ScriptedDevice {
  let held = 0;
  return (bits) => {
    const changed = INTENTS.filter((intent) => ((held ^ bits) & intent) !== 0);
    held = bits;
    return changed.map((intent) => ({
      type: (bits & intent) !== 0 ? 'pointerdown' : 'pointerup',
      finger: SCRIPTED_FINGERS + intent,
      selector: `[data-intent="${intent}"]`,
      right: 0.5,
      down: 0.5,
    }));
  };
}

/** Returns the event of a finger at a share of the field’s width and height. */
export const fingerOnField = (
  type: 'pointerdown' | 'pointermove' | 'pointerup',
  right: number,
  down: number,
): ScriptedEvent => ({ type, finger: SCRIPTED_FINGERS, selector: '.game-stage', right, down });
