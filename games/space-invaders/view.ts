/** Draws Space Invaders on a canvas and handles touch for left, right and fire. */
import { LEFT, PRIMARY, RIGHT } from '../kit/intents.ts';
import { openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { columnOf, scoreOfClassic } from './classic.ts';
import { COLUMNS, FIELD, INVADERS, PARTS, SHIP_SPEED } from './constants.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import { drawArcade, signalArcadeChanges } from './view-arcade.ts';
import { createArt } from './view-art.ts';
import { drawClassic, signalClassicChanges } from './view-classic.ts';

/** Ticks per cell when a finger moves the classic shooter. */
const FINGER_EVERY_TICKS = 4;

/** Returns the intent that moves the ship towards a finger. */
function towards(state: engine.State, share: number): number {
  if (state.mode === 'arcade') {
    const distance = share * FIELD * PARTS - state.ship;
    if (Math.abs(distance) < SHIP_SPEED) return 0;
    return distance < 0 ? LEFT : RIGHT;
  }
  const column = Math.max(0, Math.min(COLUMNS - 1, Math.floor(share * COLUMNS)));
  const distance = column - columnOf(state.shooter);
  if (distance === 0 || state.tick % FINGER_EVERY_TICKS !== 0) return 0;
  return distance < 0 ? LEFT : RIGHT;
}

/** Follows a finger on the field: its horizontal position from 0 to 1, or null. */
function followFinger(element: HTMLElement): { share(): number | null; close(): void } {
  let share: number | null = null;
  const endings = new AbortController();
  const { signal } = endings;
  const read = (event: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    share = (event.clientX - left) / width;
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      element.setPointerCapture(event.pointerId);
      read(event);
    },
    { signal },
  );
  element.addEventListener('pointermove', (event) => share !== null && read(event), { signal });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(
      end,
      () => {
        share = null;
      },
      { signal },
    );
  }
  return { share: () => share, close: () => endings.abort() };
}

function open(stage: Stage<engine.State>): GameView<engine.State> {
  const field = openField(stage.element, FIELD, FIELD, stage.redraw);
  const art = createArt(stage.palette);
  const finger = followFinger(stage.element);
  return {
    draw(state, previous, between) {
      if (state.mode === 'classic') drawClassic(field, art, state);
      else if (previous.mode === 'arcade') {
        drawArcade(field, art, state, previous, between, stage.isCalm());
      }
    },
    stepped(state, previous) {
      if (state.mode === 'classic' && previous.mode === 'classic') {
        signalClassicChanges(stage, state, previous);
      } else if (state.mode === 'arcade' && previous.mode === 'arcade') {
        signalArcadeChanges(stage, state, previous);
      }
      const outcome = engine.outcomeOf(state);
      if (outcome === 'won' || outcome === 'lost') stage.sound(outcome === 'won' ? 'win' : 'lose');
    },
    inputOf(held, state) {
      const share = finger.share();
      return share === null ? held : held | PRIMARY | towards(state, share);
    },
    close() {
      finger.close();
      field.close();
    },
  };
}

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [],
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: PRIMARY, label: 'Fire' },
  ],
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'SUCCESS' : 'GAME OVER'),
  readoutsOf: (state) =>
    state.mode === 'arcade'
      ? [
          { name: 'Wave', value: state.wave },
          { name: 'Lives', value: state.lives },
        ]
      : [{ name: 'Left', value: INVADERS - scoreOfClassic(state) }],
  open,
};
