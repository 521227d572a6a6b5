/** Settings of all games: sound, volume and on-screen pad, and the screen that changes them. */
import { DOWN, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../engine.ts';
import type { PageState } from './game-view.ts';
import { SELECT, START } from './input.ts';
import type { GameMemory, Sound } from './sound.ts';

/** Change of the volume by a press on the gamepad, in percent. */
const VOLUME_STEP = 10;

interface Options {
  /** Element in which the page renders the screen. */
  screens: HTMLElement;
  memory: GameMemory;
  sound: Sound;
  hasPad: boolean;
  pageState(): PageState;
  show(change: Partial<PageState>): void;
}

export interface Settings {
  toggleSound(): void;
  togglePad(): void;
  /** Opens the screen over the title screen or a pause. */
  open(): void;
  /** Returns to the screen below. Returns false if the settings are not open. */
  close(): boolean;
  /** Handles newly pressed buttons of a gamepad. Returns false if they do not concern the settings. */
  gamepadPressed(bits: number): boolean;
}

export function createSettings({
  screens,
  memory,
  sound,
  hasPad,
  pageState,
  show,
}: Options): Settings {
  function toggleSound(): void {
    sound.set(!sound.isOn());
    show({ isSoundOn: sound.isOn() });
  }

  function togglePad(): void {
    memory.savePad(!pageState().isPadShown);
    show({ isPadShown: !pageState().isPadShown });
  }

  function setVolume(volume: number): void {
    sound.setVolume(volume);
    show({ volume });
    // The player hears the new volume.
    sound.wake();
    sound.play('pop');
  }

  function open(focus?: FocusOptions): void {
    const { screen: below } = pageState();
    if (below?.kind !== 'title' && below?.kind !== 'pause') return;
    const back = () => show({ screen: { ...below, focused: 'settings' } });
    const forPad = hasPad ? togglePad : null;
    show({ screen: { kind: 'settings', toggleSound, setVolume, togglePad: forPad, back } });
    moveFocus(0, focus);
  }

  /** Focuses a control before or after the focused one, or the first one. */
  function moveFocus(step: number, focus?: FocusOptions): void {
    const controls = [...screens.querySelectorAll<HTMLElement>('input, button')];
    const index = controls.indexOf(document.activeElement as HTMLElement);
    controls[(Math.max(index, 0) + step + controls.length) % controls.length]?.focus(focus);
  }

  function close(): boolean {
    const { screen } = pageState();
    if (screen?.kind !== 'settings') return false;
    screen.back();
    return true;
  }

  return {
    toggleSound,
    togglePad,
    open: () => open(),
    close,
    gamepadPressed(bits) {
      // Browsers only show the focus automatically if a keyboard is used.
      const focusVisible = true;
      if (pageState().screen?.kind !== 'settings') {
        if (!(bits & SELECT)) return false;
        open({ focusVisible });
      } else if (bits & (START | SELECT | SECONDARY)) close();
      else if (bits & PRIMARY) screens.querySelector<HTMLElement>(':focus')?.click();
      else if (bits & (UP | DOWN)) moveFocus(bits & UP ? -1 : 1, { focusVisible });
      else if (bits & (LEFT | RIGHT)) {
        const volume = pageState().volume + (bits & LEFT ? -VOLUME_STEP : VOLUME_STEP);
        setVolume(Math.min(Math.max(volume, 0), 100));
      }
      return true;
    },
  };
}
