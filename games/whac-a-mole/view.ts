/** Draws Whac-A-Mole on a canvas. */
import { DOWN, LEFT, PRIMARY, RIGHT, UP } from '../kit/intents.ts';
import { openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import {
  HOLES,
  MISSES_MAX,
  POP_TICKS,
  READY_TICKS,
  ROUNDS,
  SIDE,
  SWING_TICKS,
} from './constants.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import { CELL, CREATURE_HEIGHT, CREATURE_WIDTH, createArt, FIELD, HOLE_Y } from './view-art.ts';
import { followHoles } from './view-holes.ts';

type State = engine.State;

/** Ticks of the animation in which a creature comes up or goes down. */
const RISE_TICKS = 7;
/** Height of the part of a creature that stays below the rim. */
const BELOW = 10;

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
      context.save();
      context.beginPath();
      context.rect(left, rim - CREATURE_HEIGHT - 4, CELL, CREATURE_HEIGHT + 12);
      context.clip();
      art.draw(
        field,
        isHit ? `${creature.kind}Hit` : creature.kind,
        left + (CELL - CREATURE_WIDTH) / 2,
        rim + BELOW - CREATURE_HEIGHT * risen,
      );
      context.restore();
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

  function drawWords(text: string): void {
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
      if (state.phase === 'ready' && state.left < READY_TICKS) drawWords(`Round ${state.round}`);
    },
    stepped(state, previous) {
      if (state.moles > previous.moles) stage.sound('hit');
      if (state.ostriches > previous.ostriches) stage.sound('bonus');
      if (state.misses > previous.misses) stage.sound('no');
      announceChange(state, previous);
      const outcome = engine.outcomeOf(state);
      if (outcome === 'won' || outcome === 'lost') stage.sound(outcome === 'won' ? 'win' : 'lose');
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
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: UP, label: 'Up' },
    { intent: DOWN, label: 'Down' },
    { intent: PRIMARY, label: 'Hit' },
  ],
  padShown: 'asked',
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'You win!' : 'Too many misses'),
  readoutsOf: (state) => [
    { name: 'Round', value: state.round },
    { name: 'Misses', value: `${state.misses} of ${MISSES_MAX}` },
    { name: 'Times', value: `× ${engine.multiplierOf(state.streak)}` },
  ],
  open,
};
