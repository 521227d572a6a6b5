/** Draws Bird Shooter on a canvas. */
import { SKY_HEIGHT, SKY_WIDTH, shotAt } from '../kit/birds.ts';
import { PRIMARY, SECONDARY } from '../kit/engine.ts';
import { createBirdArt, followAim } from '../kit/view/bird-view.ts';
import { openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import skyStyles from '../kit/view/sky.css?url';
import * as engine from './engine.ts';
import { BREEDS, ESCAPES_MAX, MAGAZINE, READY_TICKS, RELOAD_TICKS, WAVES } from './engine.ts';
import { meta } from './meta.ts';

type State = engine.State;

/** Position of the cartridges, in units; a tap on them reloads. */
const RACK = { x: 8, y: SKY_HEIGHT - 30, width: 76, height: 24 } as const;
const isOnRack = (x: number, y: number) => x < RACK.x + RACK.width && y > RACK.y - 4;

function open(stage: Stage<State>): GameView<State> {
  const field = openField(stage.element, SKY_WIDTH, SKY_HEIGHT, stage.redraw);
  const { context } = field;
  const art = createBirdArt(stage.palette, BREEDS);
  const aim = followAim(stage, SKY_WIDTH, SKY_HEIGHT, (x, y) =>
    stage.act(isOnRack(x, y) ? engine.RELOAD : shotAt(x, y)),
  );

  function drawRack({ ammunition, reload }: State): void {
    const palette = stage.palette();
    for (let place = 0; place < MAGAZINE; place++) {
      const left = RACK.x + place * 12;
      context.fillStyle = place < ammunition && reload === 0 ? palette.vermilion : palette.faint;
      context.fillRect(left, RACK.y, 8, 14);
      context.fillStyle = place < ammunition && reload === 0 ? palette.ochre : palette.soft;
      context.fillRect(left, RACK.y + 14, 8, 5);
    }
    if (reload > 0) {
      context.fillStyle = palette.lime;
      context.fillRect(RACK.x, RACK.y + 22, (68 * (RELOAD_TICKS - reload)) / RELOAD_TICKS, 3);
    } else if (ammunition === 0) {
      context.fillStyle = palette.ink;
      context.font = '700 10px Bricolage, system-ui, sans-serif';
      context.textAlign = 'left';
      context.fillText('Reload', RACK.x, RACK.y - 4);
    }
  }

  function playSounds(state: State, previous: State): void {
    if (state.ammunition < previous.ammunition) {
      stage.sound('shot');
      if (state.shot?.isHit) stage.sound(state.streak % 4 === 0 ? 'bonus' : 'hit');
    }
    if (state.reload > previous.reload) stage.sound('reload');
    if (state.escapes > previous.escapes) stage.sound('no');
  }

  return {
    draw(state, _previous, between) {
      art.drawSky(field);
      for (const bird of state.birds) art.drawBird(field, bird, between, stage.isCalm());
      if (state.shot && state.rest > 0) art.drawShot(field, state.shot);
      drawRack(state);
      if (state.phase === 'ready' && state.left < READY_TICKS)
        art.drawText(field, `Wave ${state.wave}`, 116, 32);
      if (stage.isPlaying()) art.drawCrosshair(field, aim.x(), aim.y());
    },
    stepped(state, previous) {
      playSounds(state, previous);
      if (state.phase === 'wave' && previous.phase === 'ready') {
        stage.announce(`Wave ${state.wave} of ${WAVES.length}.`);
      } else if (state.ammunition === 0 && previous.ammunition > 0) {
        stage.announce('The gun is empty.');
      } else if (state.reload === 0 && previous.reload > 0) stage.announce('Loaded.');
    },
    // Held intents move the crosshair; shots are separate inputs.
    inputOf(held) {
      aim.push(held);
      return 0;
    },
    intent(intent) {
      if (intent === PRIMARY) aim.fire();
      else if (intent === SECONDARY) stage.act(engine.RELOAD);
    },
    close() {
      aim.close();
      field.close();
    },
  };
}

export const game: PlayableGame<State, engine.Options> = {
  meta,
  engine,
  styles: [skyStyles],
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Shoot' }, { intent: SECONDARY, label: 'Reload' }],
  padShown: 'on-request',
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'You win!' : 'Too many escapes'),
  hudItemsOf: (state) => [
    { name: 'Wave', value: `${state.wave} of ${WAVES.length}` },
    { name: 'Got away', value: `${state.escapes} of ${ESCAPES_MAX}` },
    { name: 'Multiplier', value: `× ${engine.multiplierOf(state.streak)}` },
  ],
  open,
};
