import { element, type IconName, icon, setText } from './element.ts';
import type { Readout } from './game-view.ts';

/** The bar above the field: score, best and what the game adds; pause, restart, sound and the rest. */
export interface Bar {
  element: HTMLElement;
  show(readouts: readonly Readout[]): void;
  /** Which of the buttons have a sense just now. */
  allow(state: { canPause: boolean; canRestart: boolean; canEnd: boolean }): void;
  showSound(isOn: boolean): void;
  showPad(isShown: boolean): void;
}

interface BarActs {
  /** What the button for a new game says. */
  again: string;
  pause(): void;
  restart(): void;
  /** Ends a game that has no end of its own. */
  end(): void;
  toggleSound(): void;
  togglePad: (() => void) | null;
  toggleScreen: (() => void) | null;
}

/** Digits that every readout has room for. */
const LEAST_DIGITS = 2;

/** How wide a value is, in digits: a blank is less than half of one, a letter three quarters. */
const digitsOf = (text: string): number =>
  text.length - 0.6 * (text.match(/ /g)?.length ?? 0) - 0.25 * (text.match(/[a-z]/g)?.length ?? 0);

function barButton(name: IconName, label: string, act: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label },
    icon(name),
  );
  button.addEventListener('click', act);
  // A press by mouse leaves the focus in the field: the keys are still the game's.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

export function createBar(acts: BarActs): Bar {
  const values = new Map<string, HTMLElement>();
  /** The most digits that each has had: room that has been made is kept, so that nothing moves to and fro. */
  const digits = new Map<string, number>();
  const list = element('dl', { class: 'game-bar__readouts' });
  const pause = barButton('pause', 'Pause', acts.pause);
  const restart = barButton('restart', acts.again, acts.restart);
  const end = barButton('stop', 'End game', acts.end);
  const sound = barButton('sound', 'Sound', acts.toggleSound);
  const pad = acts.togglePad && barButton('pad', 'On-screen pad', acts.togglePad);
  const screen = acts.toggleScreen && barButton('screen', 'Full screen', acts.toggleScreen);
  const buttons = [pause, end, restart, sound, pad, screen].filter((button) => button !== null);

  function placeOf(name: string): HTMLElement {
    const known = values.get(name);
    if (known) return known;
    const value = element('dd');
    list.append(element('div', {}, element('dt', {}, name), value));
    values.set(name, value);
    return value;
  }

  return {
    element: element(
      'div',
      { class: 'game-bar' },
      list,
      element('div', { class: 'game-bar__buttons' }, ...buttons),
    ),
    show(readouts) {
      for (const { name, value } of readouts) {
        const text = `${value}`;
        const place = placeOf(name);
        const wide = digitsOf(text);
        if (wide > (digits.get(name) ?? LEAST_DIGITS)) {
          digits.set(name, wide);
          place.style.setProperty('--digits', `${wide}`);
        }
        setText(place, text);
      }
      for (const [name, place] of values) {
        const isGone = !readouts.some((readout) => readout.name === name);
        if (place.parentElement) place.parentElement.hidden = isGone;
      }
    },
    allow({ canPause, canRestart, canEnd }) {
      pause.disabled = !canPause;
      end.hidden = !canEnd;
      restart.disabled = !canRestart;
    },
    showSound(isOn) {
      sound.setAttribute('aria-pressed', `${isOn}`);
      sound.replaceChildren(icon(isOn ? 'sound' : 'silence'));
    },
    showPad(isShown) {
      pad?.setAttribute('aria-pressed', `${isShown}`);
    },
  };
}
