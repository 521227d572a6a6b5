/** Draws Space Invaders on a canvas and handles touch for left, right and fire. */
import { LEFT, PRIMARY, RIGHT } from '../kit/intents.ts';
import { type Field, openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { type ClassicState, columnOf, rowOf, scoreOfClassic } from './classic.ts';
import {
  COLUMNS,
  FIELD,
  INVADER_MOVE_TICKS,
  INVADERS,
  PARTS,
  SHIP_SPEED,
  SHIP_WIDTH,
} from './constants.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import { drawArcade, signalArcadeChanges } from './view-arcade.ts';
import { type Art, createArt, rowSprites } from './view-art.ts';

/** Draws the documented game on cells. */

const CELL = FIELD / COLUMNS;

/** A cell does not tell the row in which its invader started. */
const classicSprites = [rowSprites[0], rowSprites[1], rowSprites[3]] as const;

const ANNOUNCE_EVERY = 11;

const xOf = (cell: number) => columnOf(cell) * CELL;

const yOf = (cell: number) => rowOf(cell) * CELL;

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

function drawClassic(field: Field, art: Art, state: ClassicState): void {
  const { context } = field;
  art.draw(field, 'field', 0, 0);
  const palette = art.palette();
  context.fillStyle = palette.faint;
  for (let row = 1; row < COLUMNS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      context.fillRect(column * CELL - 0.4, row * CELL - 0.4, 0.8, 0.8);
    }
  }
  const leg = Math.floor(state.tick / INVADER_MOVE_TICKS) % 2 === 0 ? 0 : 1;
  const top = state.invaders[0] === undefined ? 0 : rowOf(state.invaders[0]);
  for (const cell of state.invaders) {
    const kind = classicSprites[Math.min(2, rowOf(cell) - top)];
    if (kind) art.draw(field, kind[leg], xOf(cell), yOf(cell) + 2);
  }
  context.fillStyle = palette.lime;
  for (const cell of state.lasers) {
    context.fillRect(xOf(cell) + CELL / 2 - 1.25, yOf(cell) + 2, 2.5, CELL - 4);
  }
  for (const { cell } of state.explosions) art.draw(field, 'blast', xOf(cell), yOf(cell));
  art.draw(field, 'ship', xOf(state.shooter) - (SHIP_WIDTH - CELL) / 2, yOf(state.shooter) + 2);
}

function signalClassicChanges(
  stage: Stage<unknown>,
  state: ClassicState,
  previous: ClassicState,
): void {
  if (state.reload > previous.reload) stage.sound('shot');
  const score = scoreOfClassic(state);
  if (score > scoreOfClassic(previous)) {
    stage.sound('hit');
    if (score % ANNOUNCE_EVERY === 0) stage.announce(`${INVADERS - score} invaders left.`);
  }
  if (state.tick % INVADER_MOVE_TICKS === 0) stage.sound('step');
}
