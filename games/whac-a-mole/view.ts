/** Draws Whac-A-Mole on a canvas. */
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, UP } from '../kit/engine.ts';
import { openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import * as engine from './engine.ts';
import { HOLES, MISSES_MAX, POP_TICKS, READY_TICKS, ROUNDS, SIDE, SWING_TICKS } from './engine.ts';
import { meta } from './meta.ts';
import { CELL, CREATURE_HEIGHT, CREATURE_WIDTH, createArt, FIELD, HOLE_Y } from './view-art.ts';

// Selection of holes by pointer, by digits, or by a cursor for arrow keys, pad and gamepad.

/** Input of the player on the holes. */
interface Holes {
  /** Hole of the cursor; null while the player uses a pointer. */
  cursor(): number | null;
  intend(intent: Intent): void;
  close(): void;
}

const MIDDLE = (HOLES - 1) / 2;

type State = engine.State;

/** Ticks of the animation in which a creature comes up or goes down. */
const RISE_TICKS = 7;
/** Height of the part of a creature below the centre of its hole; its end is behind the mound. */
const BELOW_CENTRE = 14;

const leftOf = (hole: number) => (hole % SIDE) * CELL;
const topOf = (hole: number) => Math.floor(hole / SIDE) * CELL;

/** Returns the share of a creature that is out of its hole, from 0 to 1. */
function risenOf(state: State, creature: engine.Creature, between: number): number {
  if (creature.is === 'away') return 0;
  const left = creature.left - between;
  if (creature.is === 'hit') return Math.max(0, Math.min(1, left / POP_TICKS));
  const since = engine.stayTicks(state, creature) - left;
  return Math.max(0, Math.min(1, since / RISE_TICKS, left / RISE_TICKS));
}

function open(stage: Stage<State>): GameView<State> {
  const field = openField(stage.element, FIELD, FIELD, stage.redraw);
  const { context } = field;
  const art = createArt(stage.palette);
  const holes = followHoles(stage, (hole) => stage.act(hole + 1));

  function drawHole(state: State, hole: number, between: number): void {
    const left = leftOf(hole);
    const rim = topOf(hole) + HOLE_Y;
    for (const creature of state.creatures) {
      if (creature.hole !== hole || creature.is === 'away') continue;
      const risen = risenOf(state, creature, between);
      const isHit = creature.is === 'hit';
      const name = isHit ? (`${creature.kind}Hit` as const) : creature.kind;
      const height = CREATURE_HEIGHT * risen;
      const x = left + (CELL - CREATURE_WIDTH) / 2;
      art.draw(field, name, x, rim + BELOW_CENTRE - height, height);
      if (isHit && !stage.isCalm()) {
        context.globalAlpha = risen;
        art.draw(field, 'stars', left, rim - CREATURE_HEIGHT + 6 - 10 * (1 - risen));
        context.globalAlpha = 1;
      }
    }
    art.draw(field, 'mound', left, rim);
  }

  function drawHammer(state: State): void {
    const { hole, left } = state.swing;
    if (left === 0) return;
    const lifted = stage.isCalm() ? 0 : (12 * (SWING_TICKS - left)) / SWING_TICKS;
    art.draw(field, 'hammer', leftOf(hole) + 44 + lifted, topOf(hole) + 14 - lifted);
  }

  function drawText(text: string): void {
    context.font = '800 30px Bricolage, system-ui, sans-serif';
    context.textAlign = 'center';
    context.lineJoin = 'round';
    context.lineWidth = 8;
    const palette = stage.palette();
    context.strokeStyle = palette.field;
    context.strokeText(text, FIELD / 2, FIELD / 2 + 8);
    context.fillStyle = palette.ink;
    context.fillText(text, FIELD / 2, FIELD / 2 + 8);
  }

  function announceChange(state: State, previous: State): void {
    if (state.phase === 'round' && previous.phase === 'ready') {
      stage.announce(`Round ${state.round} of ${ROUNDS}.`);
    } else if (state.misses > previous.misses && state.misses % 4 === 0) {
      stage.announce(`${state.misses} misses of ${MISSES_MAX}.`);
    }
  }

  return {
    draw(state, _previous, between) {
      art.draw(field, 'garden', 0, 0);
      for (let hole = 0; hole < HOLES; hole++) drawHole(state, hole, between);
      const cursor = holes.cursor();
      if (cursor !== null) {
        context.strokeStyle = stage.palette().ink;
        context.lineWidth = 3;
        context.strokeRect(leftOf(cursor) + 4, topOf(cursor) + 4, CELL - 8, CELL - 4);
      }
      drawHammer(state);
      if (state.phase === 'ready' && state.left < READY_TICKS) drawText(`Round ${state.round}`);
    },
    stepped(state, previous) {
      if (state.moles > previous.moles) stage.sound('hit');
      if (state.ostriches > previous.ostriches) stage.sound('bonus');
      if (state.misses > previous.misses) stage.sound('no');
      announceChange(state, previous);
    },
    // Held intents have no meaning here; blows are separate inputs.
    inputOf: () => 0,
    intent: holes.intend,
    close() {
      holes.close();
      field.close();
    },
  };
}

export const game: PlayableGame<State, engine.Options> = {
  meta,
  engine,
  styles: [],
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Hit' }],
  padShown: 'on-request',
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'You win!' : 'Too many misses'),
  hudItemsOf: (state) => [
    { name: 'Round', value: state.round },
    { name: 'Misses', value: `${state.misses} of ${MISSES_MAX}` },
    { name: 'Multiplier', value: `× ${engine.multiplierOf(state.streak)}` },
  ],
  open,
};

/** Returns the hole of a digit in reading order; the rows of a number pad are reversed. */
function holeOfKey(code: string): number | null {
  const digit = /^(Digit|Numpad)([1-9])$/.exec(code);
  if (!digit) return null;
  const index = Number(digit[2]) - 1;
  if (digit[1] === 'Digit') return index;
  return (SIDE - 1 - Math.floor(index / SIDE)) * SIDE + (index % SIDE);
}

/** Listens on the stage and calls `whack` with each hole that is hit. */
function followHoles(stage: Stage<unknown>, whack: (hole: number) => void): Holes {
  let at = MIDDLE;
  let usesKeys = false;
  const endings = new AbortController();
  const { signal } = endings;

  stage.element.addEventListener(
    'pointerdown',
    (event) => {
      const { left, top, width, height } = stage.element.getBoundingClientRect();
      const column = Math.floor(((event.clientX - left) / width) * SIDE);
      const row = Math.floor(((event.clientY - top) / height) * SIDE);
      if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) return;
      usesKeys = false;
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
    cursor: () => (usesKeys ? at : null),
    intend(intent) {
      usesKeys = true;
      if (intent === PRIMARY) whack(at);
      else if (intent === LEFT && at % SIDE > 0) at -= 1;
      else if (intent === RIGHT && at % SIDE < SIDE - 1) at += 1;
      else if (intent === UP && at >= SIDE) at -= SIDE;
      else if (intent === DOWN && at < HOLES - SIDE) at += SIDE;
    },
    close: () => endings.abort(),
  };
}
