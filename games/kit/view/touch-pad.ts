import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, UP } from '../intents.ts';
import { element, type IconName, icon } from './element.ts';
import type { PadButton } from './game-view.ts';
import type { Held } from './input.ts';

const iconOf = (intent: Intent): IconName => {
  switch (intent) {
    case LEFT:
      return 'left';
    case RIGHT:
      return 'right';
    case UP:
      return 'up';
    case DOWN:
      return 'down';
    case PRIMARY:
      return 'aim';
    default:
      return 'second';
  }
};
const directions: readonly Intent[] = [LEFT, RIGHT, UP, DOWN];

/** A press by keyboard or by a screen reader holds a button this long: several ticks. */
const CLICK_HOLDS_MS = 120;

function padButton({ intent, label }: PadButton, held: Held): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'game-pad__button', 'aria-label': label, 'data-intent': `${intent}` },
    icon(iconOf(intent)),
  );
  let pointer: number | null = null;
  button.addEventListener('pointerdown', (event) => {
    // A second finger on another button must not end the first.
    button.setPointerCapture(event.pointerId);
    event.preventDefault();
    pointer = event.pointerId;
    held.hold(intent, true);
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    button.addEventListener(end, (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      held.hold(intent, false);
    });
  }
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  button.addEventListener('click', (event) => {
    // Pointers have been heard already; what is left has no position.
    if (event.detail !== 0) return;
    held.hold(intent, true);
    setTimeout(() => held.hold(intent, false), CLICK_HOLDS_MS);
  });
  return button;
}

/** Buttons on the screen: directions at the left thumb, the rest at the right one. */
export function createTouchPad(buttons: readonly PadButton[], held: Held): HTMLElement {
  const side = (name: string, chosen: readonly PadButton[]) =>
    element(
      'div',
      { class: `game-pad__${name}` },
      ...chosen.map((button) => padButton(button, held)),
    );
  return element(
    'div',
    { class: 'game-pad', role: 'group', 'aria-label': 'On-screen pad' },
    side(
      'directions',
      buttons.filter(({ intent }) => directions.includes(intent)),
    ),
    side(
      'acts',
      buttons.filter(({ intent }) => !directions.includes(intent)),
    ),
  );
}
