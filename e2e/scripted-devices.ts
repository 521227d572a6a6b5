/** Devices of players whose events the page makes itself, so that all of a game can be sent to it at once. */
import {
  DOWN,
  INTENTS,
  type Intent,
  LEFT,
  PRIMARY,
  RIGHT,
  SECONDARY,
  UP,
} from '../games/kit/intents.ts';

/** Keys by which intents are held. */
export const codeOf: Readonly<Record<Intent, string>> = {
  [LEFT]: 'ArrowLeft',
  [RIGHT]: 'ArrowRight',
  [UP]: 'ArrowUp',
  [DOWN]: 'ArrowDown',
  [PRIMARY]: 'Space',
  [SECONDARY]: 'KeyX',
};

/** An event that the page makes itself: of a key, or of a finger at a share of an element's width and height. */
export type ScriptedEvent =
  | { type: 'keydown' | 'keyup'; code: string }
  | {
      type: 'pointerdown' | 'pointermove' | 'pointerup';
      finger: number;
      selector: string;
      right: number;
      down: number;
    };

/** Fingers of scripts have ids that the browser gives to no pointer. */
export const SCRIPTED_FINGERS = 100_000;

/** Says which events a device makes of what is held from now on. */
export type ScriptedDevice = (bits: number) => ScriptedEvent[];

/** Makes events at their times from now on. */
export function scheduleEvents(
  acts: readonly { atMs: number; events: readonly ScriptedEvent[] }[],
): void {
  const touched = new Map<number, Element>();
  const dispatch = (event: ScriptedEvent) => {
    const both = { bubbles: true, cancelable: true };
    if ('code' in event) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent(event.type, { ...both, code: event.code }));
      return;
    }
    const box = document.querySelector(event.selector)?.getBoundingClientRect();
    if (!box) throw new Error(`no ${event.selector}`);
    const clientX = box.left + event.right * box.width;
    const clientY = box.top + event.down * box.height;
    const pointer = { ...both, pointerId: event.finger, pointerType: 'touch', clientX, clientY };
    // A finger belongs to what it came down on, whatever it is over later.
    const target = touched.get(event.finger) ?? document.elementFromPoint(clientX, clientY);
    if (!target?.closest('.game')) throw new Error(`${event.selector} is out of reach`);
    if (event.type === 'pointerup') touched.delete(event.finger);
    else touched.set(event.finger, target);
    target.dispatchEvent(new PointerEvent(event.type, pointer));
  };
  for (const { atMs, events } of acts) setTimeout(() => events.forEach(dispatch), atMs);
}

/** Keys for each intent that is held. */
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

/** The on-screen pad, under as many fingers as it takes. */
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

/** A finger on the field: what it does at a share of its width and height. */
export const fingerOnField = (
  type: 'pointerdown' | 'pointermove' | 'pointerup',
  right: number,
  down: number,
): ScriptedEvent => ({ type, finger: SCRIPTED_FINGERS, selector: '.game-stage', right, down });
