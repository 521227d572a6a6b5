/** Draws Bird Shooting on a canvas. */
import { SKY_HEIGHT, SKY_WIDTH, shotAt } from '../kit/birds.ts';
import { PRIMARY } from '../kit/engine.ts';
import { createBirdArt, followAim } from '../kit/view/bird-view.ts';
import { openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import skyStyles from '../kit/view/sky.css?url';
import * as engine from './engine.ts';
import { BREEDS, READY_TICKS, REST_TICKS, SECOND_TICKS } from './engine.ts';
import { meta } from './meta.ts';

type State = engine.State;

/** Returns the seconds of the countdown, from 7 to 1. */
const secondsLeft = (state: State): number => Math.ceil(state.left / SECOND_TICKS);

function open(stage: Stage<State>): GameView<State> {
  const field = openField(stage.element, SKY_WIDTH, SKY_HEIGHT, stage.redraw);
  const art = createBirdArt(stage.palette, BREEDS);
  const aim = followAim(stage, SKY_WIDTH, SKY_HEIGHT, (x, y) => stage.act(shotAt(x, y)));

  return {
    draw(state, _previous, between) {
      art.drawSky(field);
      for (const bird of state.birds) art.drawBird(field, bird, between, stage.isCalm());
      if (state.shot && state.rest > REST_TICKS / 2) art.drawShot(field, state.shot);
      if (state.phase === 'round') art.drawText(field, String(secondsLeft(state)), 30, 26);
      if (state.phase === 'ready' && state.left < READY_TICKS) {
        art.drawText(field, `Round ${state.round}`, 112, 30);
        art.drawText(field, `${engine.goalOf(state)} birds`, 140, 18);
      }
      if (stage.isPlaying()) art.drawCrosshair(field, aim.x(), aim.y());
    },
    stepped(state, previous) {
      if (state.shots > previous.shots) {
        stage.sound('shot');
        if (state.shot?.isHit) stage.sound('hit');
      }
      if (state.phase === 'round' && secondsLeft(state) < secondsLeft(previous))
        stage.sound('tick');
      if (state.phase === 'round' && previous.phase === 'ready') {
        stage.announce(`Round ${state.round}: hit ${engine.goalOf(state)} birds in seven seconds.`);
      }
    },
    // Held intents move the crosshair; shots are separate inputs.
    inputOf(held) {
      aim.push(held);
      return 0;
    },
    intent(intent) {
      if (intent === PRIMARY) aim.fire();
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
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Shoot' }],
  padShown: 'on-request',
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'Well shot' : 'Time is up'),
  hudItemsOf: (state) => [
    { name: 'Birds', value: `${state.hits} of ${engine.goalOf(state)}` },
    { name: 'Round', value: `${state.round} of ${engine.roundsOf(state)}` },
  ],
  open,
};
